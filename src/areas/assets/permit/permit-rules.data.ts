/** What has to hold before work with a permit begins, as the law asks it: dated, with its place. */
import type { Day } from "#kernel/time.ts";
import type { PermitKind } from "./permit.labels.ts";

type Item = { key: string; text: string; citation: string };
/** `verifiedOn` null: nobody held it against the text of the law yet. */
export type PermitRules = {
  kind: PermitKind;
  from: Day;
  place: "US";
  citation: string;
  verifiedOn: Day | null;
  items: readonly Item[];
};

const item = (key: string, text: string, citation: string): Item => ({ key, text, citation });

/** Newest last of each kind. Written from memory of the standards; construction has its own. */
export const permitRules: readonly PermitRules[] = [
  {
    kind: "confinedSpace",
    from: "1993-04-15" as Day,
    place: "US",
    citation: "29 CFR 1910.146",
    verifiedOn: null,
    items: [
      item(
        "space",
        "The space, the purpose and who goes in are written down",
        "1910.146(f)(1)–(4)",
      ),
      item(
        "isolated",
        "The space is isolated; hazards are eliminated or controlled",
        "1910.146(f)(8)",
      ),
      item("air", "The air was tested: oxygen, then flammable, then toxic", "1910.146(d)(5)(iii)"),
      item(
        "conditions",
        "The conditions for entry hold, and results are entered",
        "1910.146(f)(9)–(10)",
      ),
      item(
        "attendant",
        "An attendant stands outside as long as anybody is inside",
        "1910.146(d)(6)",
      ),
      item("rescue", "Rescue is ready, and how to call it", "1910.146(f)(11)"),
      item(
        "equipment",
        "Equipment to test, talk, retrieve and protect is there",
        "1910.146(f)(13)",
      ),
      item("supervisor", "The entry supervisor signs before anybody goes in", "1910.146(e)(2)"),
    ],
  },
  {
    kind: "hotWork",
    from: "1974-06-27" as Day,
    place: "US",
    citation: "29 CFR 1910.252(a)",
    verifiedOn: null,
    items: [
      item("inspected", "Who is responsible inspected the area before", "1910.252(a)(2)(iv)"),
      item("cleared", "What burns is moved 35 feet away, or shielded", "1910.252(a)(2)(vii)"),
      item("floors", "Cracks and openings in floors and walls are closed", "1910.252(a)(2)(i)"),
      item("extinguisher", "Fire extinguishers are there, ready to use", "1910.252(a)(2)(ii)"),
      item("watch", "A fire watch stays until half an hour behind the end", "1910.252(a)(2)(iii)"),
      item("containers", "Drums, tanks and pipes are clean and vented", "1910.252(a)(3)"),
    ],
  },
  {
    kind: "lockout",
    from: "1990-01-02" as Day,
    place: "US",
    citation: "29 CFR 1910.147",
    verifiedOn: null,
    items: [
      item("known", "Which energy there is, and how it is controlled, is known", "1910.147(d)(1)"),
      item("told", "Whoever works nearby is told", "1910.147(c)(9)"),
      item("shut", "The machine is shut down in order", "1910.147(d)(2)"),
      item("isolated", "Every energy isolating device is off", "1910.147(d)(3)"),
      item("locked", "Each bears the lock of who works", "1910.147(d)(4)"),
      item("stored", "Stored energy is relieved or held", "1910.147(d)(5)"),
      item("tried", "It was tried that nothing starts", "1910.147(d)(6)"),
    ],
  },
];
