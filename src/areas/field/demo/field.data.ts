/** Reports of the flood's crew on their day out, minutes before now, with where each stood. */
export const crewReports = [
  {
    ...{ minutes: 1500, serviceCode: "road-flooded", latitude: 44.8042, longitude: -93.6371 },
    description: "Water a foot deep over both lanes; closed with cones at both ends.",
    address: "County Road 14 at the river bridge",
  },
  {
    ...{ minutes: 1470, serviceCode: "debris", latitude: 44.8071, longitude: -93.6434 },
    description: "Trees and a dock against the culvert, water backs up behind them.",
    address: "Culvert of Bluff Creek at Pioneer Trail",
  },
  {
    ...{ minutes: 1425, serviceCode: "pothole", latitude: 44.8152, longitude: -93.6562 },
    description: "The edge of the shoulder broke off for some thirty feet.",
    address: "County Road 11, a quarter mile north of the landing",
  },
  {
    ...{ minutes: 1390, serviceCode: "standing-water", latitude: 44.7995, longitude: -93.6498 },
    description: "Basement doors of the pump house stand in water.",
    address: "Pump house, Engler Boulevard",
  },
] as const;

/** Damage that a second device recorded, minutes before now. */
export const crewDamage = [
  {
    ...{ minutes: 1480, latitude: 44.8029, longitude: -93.6421, category: "C" },
    title: "Riprap of the west abutment is gone",
    location: "River bridge of County Road 14, west abutment",
    ...{ cause: "Scour by flood water", dimensions: "40 ft by 12 ft" },
  },
  {
    ...{ minutes: 1440, latitude: 44.8108, longitude: -93.6523, category: "B" },
    title: "Sandbags at the substation are under water",
    location: "Substation fence, Creek Road",
    ...{ cause: "Flood water over the dike", dimensions: "90 ft of dike" },
  },
  {
    ...{ minutes: 1405, latitude: 44.813, longitude: -93.6599, category: "C" },
    title: "Culvert of the ditch road has collapsed",
    location: "Ditch road, 600 ft east of County Road 11",
    ...{ cause: "Flood water over the road", dimensions: "36 inch pipe, 30 ft" },
  },
] as const;
