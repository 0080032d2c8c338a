/**
 * Vendors of the demo story: name, commodities (NAICS), certifications. No real firms; street,
 * number, mail and tax data are made from the place in the list.
 */
export type DemoVendor = { name: string; codes: readonly string[]; certified: readonly string[] };

const of = (text: string): DemoVendor[] =>
  text
    .trim()
    .split("\n")
    .map((line) => {
      const [name, codes, certified] = line.trim().split("|");
      return {
        name: name!,
        codes: codes!.split(" "),
        certified: certified ? certified.split(" ") : [],
      };
    });

export const demoVendorList: readonly DemoVendor[] = of(`
Northline Aggregates LLC|212312 212321 484220|sb wbe
Castor Electric Co-op|221122 238210
Midland Pump & Power|333914 335313 532412|sb
Osprey Uniform Supply|424350 812332|wbe
Harrow Bridge Engineering|541330 237310
Bluestem Office Interiors|337214 423210|wosb
Dakota Fuel & Lube|424720 424710
Ridge County Cooperative|424910 457210
Everline Surveying|541370 541360|sdvosb
Pinnacle Software|513210 541512
Gray Wolf Fabrication|332312 332313 332710|8a
Two Rivers Nursery|111421 444240
Stillwater Culvert & Pipe|332313 327332
Marsh Lake Asphalt Inc|324121 237310
Ironwood Guardrail Systems LLC|332999 238990|dbe
Copperleaf Road Salt|212390 424690
Fieldstone Ready Mix|327320 327390
Sandhill Excavating Inc|238910 237110
Birchbark Sign Works|339950 323113|wbe
Northern Plow & Blade|333120 423810
Twin Silo Equipment Rental|532412 423810
Heron Creek Contractors LLC|236220 238910|mbe
Larkspur Paving|237310 324121
Quarry Hill Trucking|484220 212312
Beacon Traffic Safety|339950 561990 488490
Blackthorn Bridge & Pile|237310 237990
Cattail Erosion Control|561730 237990|wosb
Wheatland Diesel Service|811111 423120
Steelhead Machine Works|332710 811310
Old Mill Culvert Supply|423390 332313
Blue Heron Water Systems|221310 334514
Clearbrook Chemical Company|325180 424690
Lift & Flow Controls LLC|335313 334513
Pipewright Supply|326122 423720
Kettle Moraine Pumping|333914 811310
Meterhaus Inc|334514 423830
Tamarack Generator Rental|532412 532490
Whitetail Line Construction|237130 238210
Aqueduct Testing Laboratory|541380 334516
Granite Basin Utilities Contracting|237110 237120
Sumpwell Septic Services|562991 562910|sb
Headwater Controls Engineering|541330 541512
Valve & Main Supply Co|332911 423720
Switchyard Electric|335311 238210|vosb
Sentinel Body Armor|339113 423490
Pursuit Tire Center|423130 441340
Lakeshore Upfitters LLC|336211 811121
Longmeadow Radio & Battery|335910 334290
Nightwatch Security Patrol|561612 561621|sdvosb
Evidence Pack Company|322211 424130
County Line Towing|488410
Homestead Fleet Fuel|424720 457210
Badge & Thread|424350
Highwater Marine Rescue Supply|423490 336120
Ferncliff Kennels|812910
Silverbirch Medical Supply|423450 339113|wbe
Meadowlark Pharmacy Wholesale|424210 325414
Clinic on Wheels LLC|532120 621111
Sister Lakes Laboratory|621511 334516
Plain Speech Interpreters|541930|mbe wosb
Mosquito Ridge Vector Control|325320 561710
Gentle Hands Home Health|621610
Rosewater Linen Service|812331
Harvest Table Catering|722320 722310|wbe
New Dawn Recovery Homes|623220
Little Acorn Child Care|624410
Evergreen Tree Care|561730 113310|sb
Trailhead Play & Park|423910 337126
Cedar Fork Portable Restrooms|562991
Willow Bend Restoration|111421 561730
Dockside Marine Construction|237990
Bandshell Event Rental|532490
Turf & Timber LLC|423820 811411
Sunfish Aquatics|238990
Pathfinder Playground Surfacing|238990|sdvosb
Prairie Seed & Sod|424910 444240
Ampersand Printing|323111 323113|mbe
Paperbirch Office Supply|424120 459410|wbe
Tonerworks|325992 423420
Cobalt Computer Outfitters|334111 423430
Lighthouse Network Services|541512 517111
Keystroke Consulting Group|541611 541618
Foxglove Architects|541310
Plumbline Appraisals|531320
Tallgrass Legal LLP|541110
Ledger & Stone CPAs|541211
Open Door Staffing|561320|mbe
Signal Hill Communications|517112 334290
Hearthside Insurance Agency|524210
Wayfinder Web Studio|541511 541430|wosb
Riverbend Emergency Kitchens|722310 624210
Crestline Levee Surveyors|541370
Mapleview Janitorial|561720|8a
Ironbell Elevator Service|238290
Copper Kettle Roofing|238160
Bricklane Masonry|238140
Sashwright Window & Door|238350
Snowberry Painting Company|238320
Thermal Ridge Heating & Cooling|238220
Keyway Locksmiths|561622
Boxcar Moving & Storage|484110 493110
Shredline Document Services|561410
Beeline Couriers|492110
Greenglass Recycling|562920
Wagonwheel Waste Hauling|562111 562119
Hazelnut Environmental Consultants|541620|wosb
Barrel & Drum Hazmat Response|562112 562211
Clover Creek Landfill Partners|562212
Overlook Aerial Mapping|541360 541370
Millrace Geotechnical|541380 541330
Cloudberry Data Centers|518210
Stonebridge Concrete Cutting|238110 238990
Juniper Fire & Safety Supply|423990|dbe
Lantern Street Lighting|423610 238210
Bellwether Public Relations|541820
Cornerpost Fence Company|238990
Sawbuck Lumber & Hardware|423310 444140
Goldenrod School Bus Lines|485410
Yellow Thistle Training Center|611430
Redfield Home Health Agency|621610
Prairie Smoke Facility Care|561210
`);
