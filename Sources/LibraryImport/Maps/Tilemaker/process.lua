-- What of OpenStreetMap becomes the map of Odograph, in the layers of OpenMapTiles that its style draws.
-- Runs in tilemaker 2 (an object is passed) and 3 (functions are global).

node_keys = { "place" }

local object

local function find(key)
  if object then return object:Find(key) end
  return Find(key)
end

local function layer(name, isArea)
  if object then object:Layer(name, isArea) else Layer(name, isArea) end
end

local function attribute(name, value)
  if object then object:Attribute(name, value) else Attribute(name, value) end
end

local function number(name, value)
  if object then object:AttributeNumeric(name, value) else AttributeNumeric(name, value) end
end

local function from(zoom)
  if object then object:MinZoom(zoom) else MinZoom(zoom) end
end

local function isClosed()
  if object then return object:IsClosed() end
  return IsClosed()
end

local function set(...)
  local words = {}
  for _, word in ipairs({ ... }) do words[word] = true end
  return words
end

local roads = {
  motorway = { "motorway", 4 }, motorway_link = { "motorway", 10 },
  trunk = { "trunk", 5 }, trunk_link = { "trunk", 10 },
  primary = { "primary", 7 }, primary_link = { "primary", 11 },
  secondary = { "secondary", 9 }, secondary_link = { "secondary", 12 },
  tertiary = { "tertiary", 10 }, tertiary_link = { "tertiary", 12 },
  unclassified = { "minor", 12 }, residential = { "minor", 12 }, living_street = { "minor", 12 },
  road = { "minor", 12 }, service = { "service", 13 }, track = { "track", 13 },
  path = { "path", 13 }, footway = { "path", 13 }, cycleway = { "path", 13 }, bridleway = { "path", 13 },
  steps = { "path", 14 }, pedestrian = { "path", 13 },
}
local rails = set("rail", "tram", "subway", "light_rail", "narrow_gauge", "funicular")
local waterways = { river = 8, canal = 10, stream = 13 }
local landuses = {
  forest = "wood", grass = "grass", meadow = "grass", recreation_ground = "grass", village_green = "grass",
  cemetery = "cemetery", orchard = "orchard", vineyard = "vineyard", allotments = "grass", farmland = "farmland",
  residential = "residential", commercial = "commercial", industrial = "industrial", retail = "retail",
  railway = "railway", quarry = "quarry",
}
local naturals = {
  wood = "wood", grassland = "grass", scrub = "grass", heath = "grass", wetland = "wetland", beach = "sand",
  sand = "sand", bare_rock = "rock", glacier = "glacier",
}
local leisures = { park = "park", garden = "garden", golf_course = "golf_course", pitch = "pitch", playground = "pitch" }
-- The lowest zoom and the rank of a place.
local places = {
  country = { 1, 1 }, state = { 5, 3 }, city = { 4, 4 }, town = { 7, 6 }, village = { 10, 8 }, suburb = { 11, 10 },
  hamlet = { 12, 12 }, neighbourhood = { 12, 12 },
}

function init_function() end
function exit_function() end

function node_function(node)
  object = node
  local kind, name = find("place"), find("name")
  local place = places[kind]
  if not place or name == "" then return end
  layer("place", false)
  attribute("class", kind)
  attribute("name", name)
  number("rank", place[2])
  from(place[1])
end

-- What a route along roads needs: the direction of one-way roads, and what crosses without a junction.
local function course(kind)
  local oneway, junction = find("oneway"), find("junction")
  if oneway == "-1" or oneway == "reverse" then
    number("oneway", -1)
  elseif oneway == "yes" or oneway == "true" or oneway == "1"
    or (oneway == "" and (kind == "motorway" or junction == "roundabout" or junction == "circular")) then
    number("oneway", 1)
  end
  local bridge, tunnel, level = find("bridge"), find("tunnel"), tonumber(find("layer"))
  if bridge ~= "" and bridge ~= "no" then
    attribute("brunnel", "bridge")
  elseif tunnel ~= "" and tunnel ~= "no" then
    attribute("brunnel", "tunnel")
  end
  if level and level ~= 0 then number("layer", level) end
end

local function road(kind, name)
  local class, zoom = roads[kind][1], roads[kind][2]
  layer("transportation", false)
  attribute("class", class)
  course(kind)
  from(zoom)
  if name == "" then return end
  layer("transportation_name", false)
  attribute("class", class)
  attribute("name", name)
  from(math.max(zoom, 12))
end

local function area()
  local natural, water = find("natural"), find("waterway")
  if natural == "water" or water == "riverbank" or find("landuse") == "reservoir" then
    layer("water", true)
    attribute("class", "lake")
    from(6)
  elseif find("building") ~= "" then
    layer("building", true)
    from(13)
  else
    local cover = landuses[find("landuse")] or naturals[natural] or leisures[find("leisure")]
    if not cover then return end
    layer("landcover", true)
    attribute("class", cover)
    from(cover == "wood" and 7 or 9)
  end
end

function way_function(way)
  object = way
  local highway, railway, waterway = find("highway"), find("railway"), find("waterway")
  if roads[highway] and find("area") ~= "yes" then
    road(highway, find("name"))
  elseif rails[railway] then
    layer("transportation", false)
    attribute("class", "rail")
    from(railway == "rail" and 8 or 12)
  elseif waterways[waterway] then
    layer("waterway", false)
    attribute("class", waterway)
    from(waterways[waterway])
  elseif find("boundary") == "administrative" then
    local level = tonumber(find("admin_level"))
    if level and level <= 4 then
      layer("boundary", false)
      number("admin_level", level)
      from(level <= 2 and 0 or 4)
    end
  elseif find("aeroway") == "runway" then
    layer("aeroway", false)
    attribute("class", "runway")
    from(10)
  elseif isClosed() then
    area()
  end
end
