import { day, type Day } from "#kernel/time.ts";

/** Buildings by how the standard flood policy insures them. */
export const buildingKinds = {
  public: "Public or other non-residential building",
  residential: "Residential building of five dwellings or more",
  family: "House of one to four dwellings",
} as const;
export type BuildingKind = keyof typeof buildingKinds;

/** Zones of a flood insurance rate map; those that begin with A or V are special flood hazard areas. */
export const floodZones = {
  A: "A, no base flood elevation",
  AE: "AE, with base flood elevation",
  AH: "AH, shallow ponding",
  AO: "AO, shallow sheet flow",
  AR: "AR, protection being restored",
  A99: "A99, protection being built",
  V: "V, coastal, no base flood elevation",
  VE: "VE, coastal, with base flood elevation",
  X500: "X shaded, one in 500 years",
  X: "X, outside",
  D: "D, not determined",
} as const;
export type FloodZone = keyof typeof floodZones;

/** What the standard flood insurance policy pays at most, in cents. */
export type FloodLimit = {
  fromDay: Day;
  kind: BuildingKind;
  buildingCents: number;
  contentsCents: number;
  citation: string;
  verified: boolean;
};

const since1994 = "44 CFR 61.6; National Flood Insurance Reform Act of 1994";
const since2014 = "44 CFR 61.6; Biggert-Waters Act, section 100204, from 1 June 2014";

/** Limits of coverage, the newest first. Those marked so were not read in the regulation itself. */
export const floodLimits: readonly FloodLimit[] = [
  {
    fromDay: day("2014-06-01"),
    kind: "residential",
    buildingCents: 500_000_00,
    contentsCents: 100_000_00,
    citation: since2014,
    verified: false,
  },
  {
    fromDay: day("1995-03-01"),
    kind: "residential",
    buildingCents: 250_000_00,
    contentsCents: 100_000_00,
    citation: since1994,
    verified: false,
  },
  {
    fromDay: day("1995-03-01"),
    kind: "public",
    buildingCents: 500_000_00,
    contentsCents: 500_000_00,
    citation: since1994,
    verified: false,
  },
  {
    fromDay: day("1995-03-01"),
    kind: "family",
    buildingCents: 250_000_00,
    contentsCents: 100_000_00,
    citation: since1994,
    verified: true,
  },
];
