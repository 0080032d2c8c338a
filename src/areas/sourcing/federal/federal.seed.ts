import { utcDay } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { federalImporter } from "./federal.importer.ts";
import { federalInput } from "./federal.model.ts";

const day = 86_400_000;
const dayIn = (days: number): string => utcDay(Date.now() + days * day);

const corps = "DEPT OF DEFENSE / DEPT OF THE ARMY / US ARMY CORPS OF ENGINEERS, ST PAUL DISTRICT";
const fema = "HOMELAND SECURITY, DEPARTMENT OF / FEDERAL EMERGENCY MANAGEMENT AGENCY";
const wildlife = "INTERIOR, DEPARTMENT OF THE / US FISH AND WILDLIFE SERVICE";
const small = "Total Small Business Set-Aside (FAR 19.5)";

// Made up for the demo: number, title, agency, kind, set aside, NAICS, posted and due days from now.
const notices = [
  [
    "DEMO-26-R-0014",
    "Minnesota River bank stabilization, mile 34",
    corps,
    "Solicitation",
    small,
    "237990",
    -12,
    18,
  ],
  [
    "DEMO-26-R-0019",
    "Riprap and filter stone, Mississippi pools 2 to 4",
    corps,
    "Combined Synopsis/Solicitation",
    "",
    "212319",
    -5,
    9,
  ],
  [
    "DEMO-26-S-0102",
    "Debris monitoring services, region 5",
    fema,
    "Sources Sought",
    "",
    "541620",
    -9,
    21,
  ],
  [
    "DEMO-26-P-0007",
    "Temporary housing site inspections",
    fema,
    "Presolicitation",
    small,
    "541350",
    -3,
    30,
  ],
  [
    "DEMO-26-Q-0231",
    "Culvert replacement, refuge access road",
    wildlife,
    "Solicitation",
    small,
    "237310",
    -20,
    4,
  ],
  [
    "DEMO-26-Q-0198",
    "Janitorial services, refuge visitor center",
    wildlife,
    "Solicitation",
    "",
    "561720",
    -40,
    -6,
  ],
] as const;

/** Federal notices as a connector would have read them; their numbers begin with DEMO. */
export const seedFederal = (app: App): Promise<void> => {
  const buyer = demoActor("buyer");
  const rows = notices.map(([number, title, agency, kind, setAside, naics, posted, due]) =>
    federalInput.parse({
      noticeId: number.toLowerCase(),
      number,
      title,
      agency,
      kind,
      setAside,
      naics,
      place: "Minnesota, UNITED STATES",
      postedOn: dayIn(posted),
      dueOn: dayIn(due),
    }),
  );
  const planned = rows.map((row) => ({ row, action: "create" as const, plan: { id: null } }));
  return app.database.transaction(buyer, (tx) =>
    federalImporter.apply(tx, buyer, planned, "of the demo", () => undefined),
  );
};
