import type { FoundingPart } from "#areas/organization/organization.server.ts";
import { createSegment } from "./account.service.ts";

type Fund = readonly [code: string, name: string];

// Fund types of GASB Statement 54 (governmental) and 34 (proprietary), with the numbers that most use.
const funds: Readonly<Record<string, readonly Fund[]>> = {
  county: [
    ["100", "General Fund"],
    ["200", "Special Revenue Fund"],
    ["300", "Debt Service Fund"],
    ["400", "Capital Projects Fund"],
  ],
  city: [
    ["100", "General Fund"],
    ["200", "Special Revenue Fund"],
    ["300", "Debt Service Fund"],
    ["400", "Capital Projects Fund"],
    ["500", "Water and Sewer Fund"],
  ],
  utility: [["500", "Operating Fund"]],
};

/** The funds that an agency begins with which is founded from a template. */
export const fundsOfTemplate: FoundingPart = {
  place: 2,
  brings: (template) => funds[template]!.map(([, name]) => name).join(", "),
  equip: async (tx, actor, template) => {
    for (const [code, name] of funds[template]!)
      await createSegment(tx, actor, {
        kind: "fund",
        code,
        name,
        stop: "hard",
        federal: false,
        startsOn: null,
        endsOn: null,
      } as Parameters<typeof createSegment>[2]);
  },
};
