#!/usr/bin/env python3
"""Checks that each picture of the metainfo is in the repository, with the size told: METAINFO ROOT"""
import os
import struct
import sys
import xml.etree.ElementTree

metainfo, root = sys.argv[1:]
images = xml.etree.ElementTree.parse(metainfo).findall(".//screenshot/image")
wrong = [] if images else ["there is no screenshot"]
for image in images:
    path = os.path.join(root, image.text.split("/main/", 1)[-1])
    if not os.path.exists(path):
        wrong.append(f"{path} is missing")
        continue
    with open(path, "rb") as file:
        size = struct.unpack(">II", file.read(24)[16:])
    told = (int(image.get("width")), int(image.get("height")))
    if size != told:
        wrong.append(f"{path} is {size}, the metainfo says {told}")
sys.exit("\n".join(wrong) or 0)
