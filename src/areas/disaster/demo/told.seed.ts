import type { Actor } from "#kernel/access.ts";
import { demoPersonId } from "#areas/identity/identity.public.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import { observe } from "../after/observation.service.ts";
import { writeLog } from "../incident/incident.service.ts";
import { draftRelease, moveRelease } from "../release/release.service.ts";
import { lifelines, type Lifeline, type LifelineState } from "../situation/lifelines.ts";
import { reportSituation } from "../situation/situation.service.ts";
import { moveSite, writeSite } from "../site/site.service.ts";
import type { SiteKind } from "../site/site.labels.ts";

const day = 86_400_000;
/** The moment so many days from now, as ISO text. */
export const after = (days: number): string => new Date(databaseMs() + days * day).toISOString();
/** Does something as a person of the demo, so many days from now. */
export type As = <T>(
  name: string,
  days: number,
  work: (tx: Tx, actor: Actor) => Promise<T>,
) => Promise<T>;

const log = [
  [-12, "decision", "The chair declares a local emergency; the EOC opens at level 2."],
  [-11.4, "status", "Water over County Road 14 at the bridge, eleven inches. Road closed."],
  [
    -10.9,
    "status",
    "Crest of 4.2 feet above flood stage at 3:40 in the morning. Lift station 7 pumps.",
  ],
  [-8, "note", "Shelter at the ice arena: 31 persons. Nobody is missing."],
  [-5, "status", "County Road 40 is open. County Road 14 is open to one lane."],
  [-3, "decision", "The declaration ends. Recovery begins; damage is listed for the state."],
] as const;
/** What was written into the log and told to the public. */
export const tell = async (as: As, incidentId: string): Promise<void> => {
  for (const [days, kind, entry] of log)
    await as("budget", days + 0.01, (tx, actor) =>
      writeLog(tx, actor, incidentId, { happenedAt: after(days), kind, entry }),
    );
  const release = async (days: number, title: string, body: string) => {
    const { id } = await as("manager", days, (tx, actor) =>
      draftRelease(tx, actor, incidentId, { title, body }),
    );
    await as("admin", days + 0.03, (tx, actor) =>
      moveRelease(tx, actor, "approve", { id, version: null }),
    );
    await as("manager", days + 0.05, (tx, actor) =>
      moveRelease(tx, actor, "publish", { id, version: null }),
    );
  };
  await release(
    -11.5,
    "County Roads 14 and 40 are closed; shelter open at the ice arena",
    "County Road 14 is closed at the river bridge, County Road 40 between East Union and Carver.\n\nA shelter is open day and night at the ice arena, 250 Village Road, Chaska. Pets are welcome.",
  );
  await release(
    -3,
    "Both county roads are open again; how to report damage",
    "County Roads 14 and 40 are open. The shelter has closed.\n\nReport damage to your home or business on this page, with photographs if you have them. Cleaning kits are given out at the county yard, 400 Mill Street, weekdays 8:00 to 16:00.",
  );
};

const reports: readonly [
  days: number,
  summary: string,
  lines: Partial<Record<Lifeline, readonly [LifelineState, string]>>,
][] = [
  [
    -11,
    "The river stands 4.2 feet above flood stage. Two county roads are under water, 31 persons are in the shelter, Lift station 7 pumps by generator.",
    {
      transportation: ["failed", "County Roads 14 and 40 are under water"],
      water: ["disrupted", "Lift station 7 runs on a generator"],
      food: ["disrupted", "31 persons in the shelter at the ice arena"],
      energy: ["unknown", "The cooperative has not reported yet"],
    },
  ],
  [
    -4,
    "Water has fallen below flood stage. County Road 40 is open, County Road 14 to one lane. The shelter is empty.",
    { transportation: ["disrupted", "County Road 14 is open to one lane"] },
  ],
];
const places: readonly [
  kind: SiteKind,
  name: string,
  address: string,
  hours: string,
  about: string,
  at: readonly [latitude: number, longitude: number],
  over: boolean,
][] = [
  [
    "shelter",
    "Shelter at the ice arena",
    "250 Village Road, Chaska",
    "Day and night",
    "Pets are welcome.",
    [44.7894, -93.6022],
    true,
  ],
  [
    "distribution",
    "Cleaning kits at the county yard",
    "400 Mill Street, Chaska",
    "Weekdays 8:00 to 16:00",
    "One kit for each household; bring something that shows your address.",
    [44.7861, -93.6085],
    false,
  ],
];

/** How the flood stood, where people found help, and what was learned so far. */
export const stand = async (as: As, incidentId: string): Promise<void> => {
  for (const [days, summary, lines] of reports)
    await as("budget", days, (tx, actor) =>
      reportSituation(tx, actor, incidentId, {
        asOf: after(days - 0.02),
        summary,
        lifelines: (Object.keys(lifelines) as Lifeline[]).map((lifeline) => {
          const [status, reason] = lines[lifeline] ?? ["stable", ""];
          return { lifeline, status, reason };
        }),
      }),
    );
  for (const [kind, name, address, hours, about, [latitude, longitude], over] of places) {
    const { id } = await as("manager", -11.3, (tx, actor) =>
      writeSite(tx, actor, incidentId, {
        kind,
        name,
        address,
        hours,
        about,
        latitude,
        longitude,
      }),
    );
    await as("admin", -11.2, (tx, actor) => moveSite(tx, actor, "publish", { id, version: null }));
    if (over)
      await as("manager", -3, (tx, actor) => moveSite(tx, actor, "end", { id, version: null }));
  }
  await as("budget", -2, (tx, actor) =>
    observe(tx, actor, incidentId, {
      kind: "strength",
      observed: "The shelter was open two hours after the declaration.",
      recommendation: "",
    }),
  );
  await as("budget", -2, (tx, actor) =>
    observe(tx, actor, incidentId, {
      kind: "improvement",
      observed: "The pumps came six hours after they were asked for: nobody knew who rents them.",
      recommendation: "Put rented pumps into the emergency kit",
      ownerId: demoPersonId("receiver@demo.levee.test"),
      dueOn: businessDate({ ...tx.scope, businessNow: after(30) }),
    }),
  );
};
