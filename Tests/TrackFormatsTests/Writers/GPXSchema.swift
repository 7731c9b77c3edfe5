/// The part of GPX 1.1 that is written here, in the order and with the types that GPX 1.1 asks for.
let gpxSchema = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- The part of GPX 1.1 that Odograph writes, in the order and with the types that GPX 1.1 asks for. -->
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="http://www.topografix.com/GPX/1/1"
        targetNamespace="http://www.topografix.com/GPX/1/1" elementFormDefault="qualified">
      <xs:simpleType name="latitude">
        <xs:restriction base="xs:decimal"><xs:minInclusive value="-90"/><xs:maxInclusive value="90"/></xs:restriction>
      </xs:simpleType>
      <xs:simpleType name="longitude">
        <xs:restriction base="xs:decimal"><xs:minInclusive value="-180"/><xs:maxExclusive value="180"/></xs:restriction>
      </xs:simpleType>
      <xs:simpleType name="fix">
        <xs:restriction base="xs:string">
          <xs:enumeration value="none"/><xs:enumeration value="2d"/><xs:enumeration value="3d"/>
          <xs:enumeration value="dgps"/><xs:enumeration value="pps"/>
        </xs:restriction>
      </xs:simpleType>
      <xs:complexType name="extensions">
        <xs:sequence><xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
      </xs:complexType>
      <xs:complexType name="point">
        <xs:sequence>
          <xs:element name="ele" type="xs:decimal" minOccurs="0"/>
          <xs:element name="time" type="xs:dateTime" minOccurs="0"/>
          <xs:element name="name" type="xs:string" minOccurs="0"/>
          <xs:element name="fix" type="fix" minOccurs="0"/>
          <xs:element name="sat" type="xs:nonNegativeInteger" minOccurs="0"/>
          <xs:element name="hdop" type="xs:decimal" minOccurs="0"/>
          <xs:element name="extensions" type="extensions" minOccurs="0"/>
        </xs:sequence>
        <xs:attribute name="lat" type="latitude" use="required"/>
        <xs:attribute name="lon" type="longitude" use="required"/>
      </xs:complexType>
      <xs:element name="gpx">
        <xs:complexType>
          <xs:sequence>
            <xs:element name="metadata" minOccurs="0">
              <xs:complexType>
                <xs:sequence><xs:element name="name" type="xs:string" minOccurs="0"/></xs:sequence>
              </xs:complexType>
            </xs:element>
            <xs:element name="wpt" type="point" minOccurs="0" maxOccurs="unbounded"/>
            <xs:element name="trk" minOccurs="0" maxOccurs="unbounded">
              <xs:complexType>
                <xs:sequence>
                  <xs:element name="name" type="xs:string" minOccurs="0"/>
                  <xs:element name="src" type="xs:string" minOccurs="0"/>
                  <xs:element name="type" type="xs:string" minOccurs="0"/>
                  <xs:element name="trkseg" minOccurs="0" maxOccurs="unbounded">
                    <xs:complexType>
                      <xs:sequence>
                        <xs:element name="trkpt" type="point" minOccurs="0" maxOccurs="unbounded"/>
                      </xs:sequence>
                    </xs:complexType>
                  </xs:element>
                </xs:sequence>
              </xs:complexType>
            </xs:element>
          </xs:sequence>
          <xs:attribute name="version" type="xs:string" use="required" fixed="1.1"/>
          <xs:attribute name="creator" type="xs:string" use="required"/>
        </xs:complexType>
      </xs:element>
    </xs:schema>
    """
