/** Classes of work with what an hour of them costs the county, in cents: regular and overtime. */
export const demoLabor = [
  { code: "OPR", name: "Equipment operator", regularCents: 5_840, otherCents: 8_120 },
  { code: "TEC", name: "Utility technician", regularCents: 6_210, otherCents: 8_640 },
  { code: "LAB", name: "Laborer", regularCents: 4_390, otherCents: 6_080 },
] as const;

/** What a truck costs in an hour that it runs, and in one in which it stands by. */
export const demoTruckRate = { regularCents: 9_650, otherCents: 2_400 } as const;

/** Plans of the county: each with the class that it keeps. */
export const demoPlans = [
  {
    name: "Quarterly service of lift stations",
    code: "LIFT",
    every: 3,
    unit: "months",
    tasks: ["Clean the wet well", "Test the high-water alarm", "Grease the guide rails"],
    minutes: 180,
  },
  {
    name: "Flush hydrants in spring",
    code: "HYDR",
    every: 1,
    unit: "years",
    tasks: ["Flush until clear", "Check drain and caps", "Paint where needed"],
    minutes: 40,
    first: "04-15",
    season: ["04-01", "10-31"],
  },
] as const;

/** Inspections of the demo: on which checklist, of which asset, and what failed, if anything. */
export const demoInspections = [
  { list: "Playground", tag: "PLAY-001", ago: 20, failed: null },
  {
    list: "Playground",
    tag: "PLAY-002",
    ago: 3,
    failed: { key: "debris", note: "Broken bottle under the slide" },
  },
  { list: "Fire extinguisher", tag: "LIFT-003", ago: -4, failed: null },
] as const;

/** What the safety officer of the county keeps: a near miss, and an injury with lost time. */
export const demoNearMiss = {
  location: "Mill Road, culvert C-104",
  words: "The trench wall gave way where nobody stood. The trench box was still on the trailer.",
} as const;

export const demoInjury = {
  location: "Lift station 7",
  name: "Jordan Avery",
  words: "Slipped on the wet ladder of the valve vault and fell four feet.",
  facts: {
    name: "Jordan Avery",
    jobTitle: "Utility technician",
    street: "18 Orchard Court",
    city: "Chaska",
    state: "MN",
    zip: "55318",
    dateOfBirth: "1988-03-14",
    dateOfHire: "2019-06-03",
    sex: "M",
    physician: "Dr. L. Haas",
    facility: "Two Rivers Clinic, Chaska MN",
    facilityType: "Clinic",
    timeStarted: "07:00",
    before: "Climbing down to close the valve before pump B was pulled.",
    happened: "The third rung was wet from the flood; the boot slipped and the technician fell.",
    injury: "Sprained left ankle",
    object: "Steel ladder, concrete floor",
  },
} as const;

export const demoEstablishment = {
  name: "Carver County Public Works",
  company: "Carver County",
  street: "400 Mill Street",
  city: "Chaska",
  state: "MN",
  zip: "55318",
  ein: "410000000",
  naics: "921190",
  industry: "Other general government support",
  kind: 3,
  active: true,
} as const;
