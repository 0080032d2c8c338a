type Shift = {
  who: string;
  days: number;
  from: string;
  hours: number;
  labor?: string;
  pay?: "overtime" | "premium" | "leave";
  unit?: true;
  standby?: number;
  place?: "yard" | "shop";
  work: string;
};
/** People of the road crew, by the address that they sign in with. */
export const crew = { arlo: "crew1@demo.levee.test", mina: "crew2@demo.levee.test" };
const { arlo, mina } = crew;

/** A week of the road crew, days before today; each comment says which rule the row meets. */
export const crewShifts: readonly Shift[] = [
  // Before the incident period.
  {
    who: arlo,
    days: -13,
    from: "16:00",
    hours: 3,
    labor: "OPR",
    pay: "overtime",
    work: "Sandbags ahead of the crest",
  },
  // Regular time of a budgeted employee, and overtime that counts.
  {
    who: arlo,
    days: -11,
    from: "07:00",
    hours: 8,
    labor: "OPR",
    work: "Barricades, County Road 14",
  },
  {
    who: arlo,
    days: -11,
    from: "15:00",
    hours: 5,
    labor: "OPR",
    pay: "overtime",
    place: "yard",
    work: "Barricades, County Road 14",
  },
  // The truck ran at another place than its operator was.
  {
    who: arlo,
    days: -11,
    from: "17:00",
    hours: 2,
    unit: true,
    place: "shop",
    work: "Dump truck 2, sand",
  },
  // Premium: three hours of it are the schedule's, one is beyond and counts whole.
  {
    who: arlo,
    days: -10,
    from: "06:00",
    hours: 4,
    labor: "OPR",
    pay: "premium",
    work: "Call-out, lift station 7",
  },
  // Overtime in a scheduled shift: it is asked about.
  {
    who: arlo,
    days: -10,
    from: "11:00",
    hours: 3,
    labor: "OPR",
    pay: "overtime",
    work: "Levee patrol",
  },
  // Leave is not work.
  { who: arlo, days: -9, from: "07:00", hours: 8, labor: "OPR", pay: "leave", work: "Sick leave" },
  // Twenty-six hours written down for one day.
  {
    who: arlo,
    days: -8,
    from: "06:00",
    hours: 16,
    labor: "OPR",
    pay: "overtime",
    work: "Night watch at the levee",
  },
  {
    who: arlo,
    days: -8,
    from: "22:00",
    hours: 10,
    labor: "OPR",
    pay: "overtime",
    work: "Night watch at the levee",
  },
  // Overtime that counts.
  {
    who: arlo,
    days: -6,
    from: "16:00",
    hours: 4,
    labor: "OPR",
    pay: "overtime",
    work: "Opening County Road 40",
  },
  // A pay policy that depends on federal money.
  {
    who: mina,
    days: -11,
    from: "15:00",
    hours: 4,
    labor: "LAB",
    pay: "overtime",
    work: "Sandbags at the arena",
  },
  // A pay policy later than the incident.
  {
    who: mina,
    days: -10,
    from: "15:00",
    hours: 3,
    labor: "TEC",
    pay: "overtime",
    work: "Pump watch",
  },
];
