/** Whose certificates the county knows: by account, code, and days from and until today. */
export type ToldCertificate = {
  who: string;
  code: string;
  title: string;
  issuer: string;
  from: number;
  until: number | null;
  /** Left for somebody to verify. */
  waits?: true;
};

const ics100 = { code: "ICS-100", title: "Introduction to the Incident Command System" };
const fema = { issuer: "FEMA Emergency Management Institute", until: null };

/** Half of Roads & Bridges has ICS-100; a license ends soon. */
export const toldCertificates: readonly ToldCertificate[] = [
  { who: "engineer", ...ics100, ...fema, from: -420 },
  { who: "crew1", ...ics100, ...fema, from: -200 },
  { who: "crew2", ...ics100, ...fema, from: -200 },
  { who: "works", ...ics100, ...fema, from: -900 },
  { who: "roads.head", ...ics100, ...fema, from: -1200 },
  {
    ...{ who: "crew1", code: "CDL-A", title: "Commercial driver license, class A" },
    ...{ issuer: "State of Minnesota, Driver and Vehicle Services", from: -1430, until: 26 },
  },
  {
    ...{ who: "crew2", code: "CDL-A", title: "Commercial driver license, class A" },
    ...{ issuer: "State of Minnesota, Driver and Vehicle Services", from: -300, until: 1160 },
  },
  {
    ...{ who: "safety", code: "CPR", title: "Adult CPR and AED" },
    ...{ issuer: "American Red Cross", from: -760, until: -30 },
  },
  {
    ...{ who: "holder", code: "CPR", title: "Adult CPR and AED" },
    ...{ issuer: "American Red Cross", from: -40, until: 690, waits: true },
  },
];
