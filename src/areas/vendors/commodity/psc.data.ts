/**
 * Groups of the federal Product and Service Codes (public domain, Product and Service Codes
 * Manual): product groups by two digits, services by their letter.
 */
const text = `
10|Weapons
12|Fire control equipment
13|Ammunition and explosives
15|Aircraft and airframe structural components
16|Aircraft components and accessories
17|Aircraft launching, landing and ground handling equipment
19|Ships, small craft, pontoons and floating docks
20|Ship and marine equipment
22|Railway equipment
23|Ground effect vehicles, motor vehicles, trailers and cycles
24|Tractors
25|Vehicular equipment components
26|Tires and tubes
28|Engines, turbines and components
29|Engine accessories
30|Mechanical power transmission equipment
31|Bearings
32|Woodworking machinery and equipment
34|Metalworking machinery
35|Service and trade equipment
36|Special industry machinery
37|Agricultural machinery and equipment
38|Construction, mining, excavating and highway maintenance equipment
39|Materials handling equipment
40|Rope, cable, chain and fittings
41|Refrigeration, air conditioning and air circulating equipment
42|Fire fighting, rescue and safety equipment; environmental protection equipment
43|Pumps and compressors
44|Furnace, steam plant and drying equipment
45|Plumbing, heating and waste disposal equipment
46|Water purification and sewage treatment equipment
47|Pipe, tubing, hose and fittings
48|Valves
49|Maintenance and repair shop equipment
51|Hand tools
52|Measuring tools
53|Hardware and abrasives
54|Prefabricated structures and scaffolding
55|Lumber, millwork, plywood and veneer
56|Construction and building materials
58|Communication, detection and coherent radiation equipment
59|Electrical and electronic equipment components
60|Fiber optics materials and accessories
61|Electric wire, power and distribution equipment
62|Lighting fixtures and lamps
63|Alarm, signal and security detection systems
65|Medical, dental and veterinary equipment and supplies
66|Instruments and laboratory equipment
67|Photographic equipment
68|Chemicals and chemical products
69|Training aids and devices
70|Information technology equipment
71|Furniture
72|Household and commercial furnishings and appliances
73|Food preparation and serving equipment
74|Office machines and text processing equipment
75|Office supplies and devices
76|Books, maps and other publications
77|Musical instruments and home-type radios
78|Recreational and athletic equipment
79|Cleaning equipment and supplies
80|Brushes, paints, sealers and adhesives
81|Containers, packaging and packing supplies
83|Textiles, leather, furs, apparel and shoe findings, tents and flags
84|Clothing, individual equipment and insignia
85|Toiletries
87|Agricultural supplies
88|Live animals
89|Subsistence
91|Fuels, lubricants, oils and waxes
93|Nonmetallic fabricated materials
94|Nonmetallic crude materials
95|Metal bars, sheets and shapes
96|Ores, minerals and their primary products
99|Miscellaneous
PSC-A|Research and development services
PSC-B|Special studies and analyses
PSC-C|Architect and engineering services
PSC-D|Information technology and telecommunications services
PSC-E|Purchase of structures and facilities
PSC-F|Natural resources management services
PSC-G|Social services
PSC-H|Quality control, testing and inspection services
PSC-J|Maintenance, repair and rebuilding of equipment
PSC-K|Modification of equipment
PSC-L|Technical representative services
PSC-M|Operation of government-owned facilities
PSC-N|Installation of equipment
PSC-P|Salvage services
PSC-Q|Medical services
PSC-R|Professional, administrative and management support services
PSC-S|Utilities and housekeeping services
PSC-T|Photographic, mapping, printing and publication services
PSC-U|Education and training services
PSC-V|Transportation, travel and relocation services
PSC-W|Lease or rental of equipment
PSC-X|Lease or rental of facilities
PSC-Y|Construction of structures and facilities
PSC-Z|Maintenance, repair or alteration of real property`;

export const psc: readonly (readonly [code: string, name: string])[] = text
  .trim()
  .split("\n")
  .map((line) => {
    const [code, name] = line.split("|") as [string, string];
    return [code.startsWith("PSC-") ? code : `PSC-${code}`, name];
  });
