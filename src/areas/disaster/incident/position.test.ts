import fc from "fast-check";
import { expect, test } from "vitest";
import { names } from "#kernel/labels.ts";
import { carriedContacts, contactsOf, keptContacts, noForms } from "./plan-forms.model.ts";
import {
  addedKinds,
  asTree,
  heldUnderAnother,
  kindsBelow,
  notBelow,
  supervisorOf,
  type Place,
} from "./position.model.ts";

const place = (over: Partial<Place> & { id: string }): Place => ({
  parentId: null,
  code: over.id,
  title: over.id,
  section: "operations",
  kind: "position",
  personId: null,
  ...over,
});
const chief = place({ id: "OSC" });
const branch = place({ id: "b", kind: "branch", parentId: "OSC" });
const division = place({ id: "d", kind: "division", parentId: "b" });

test("branches stand below chiefs, divisions and groups below branches, task forces below those", () => {
  expect(kindsBelow(chief)).toEqual(["branch", "division", "group", "taskForce"]);
  expect(kindsBelow(branch)).toEqual(["division", "group", "taskForce"]);
  expect(kindsBelow(division)).toEqual(["taskForce"]);
  expect(kindsBelow(place({ id: "t", kind: "taskForce", parentId: "d" }))).toEqual([]);
  expect(kindsBelow(place({ id: "PSC", section: "planning" }))).toEqual(["unit"]);
  expect(kindsBelow(place({ id: "LSC", section: "logistics" }))).toEqual(["branch", "unit"]);
  expect(kindsBelow(place({ ...branch, section: "logistics" }))).toEqual(["unit"]);
  expect(kindsBelow(place({ id: "IC", section: "command" }))).toEqual([]);
  const refusals = names(addedKinds).map((kind) => notBelow(kind, place({ id: "IC" })));
  expect(refusals).toEqual([
    "A branch reports to the chief of operations or logistics.",
    "A division reports to the operations section chief or one of the branches there.",
    "A group reports to the operations section chief or one of the branches there.",
    "A task force reports to the operations section chief, a branch, a division or a group there.",
    "A unit reports to the chief of planning, logistics or finance, or to a branch of logistics.",
  ]);
});

// Whom each person reports to, told by walking the tree for everybody again.
const naive = (places: readonly Place[], personId: string): Set<string> => {
  const found = new Set<string>();
  for (const p of places.filter((each) => each.personId === personId)) {
    let at = places.find((each) => each.id === p.parentId);
    while (at && (at.personId === null || at.personId === personId))
      at = places.find((each) => each.id === at!.parentId);
    if (at?.personId) found.add(at.personId);
  }
  return found;
};

test("given only where one person reports to one person, nobody ever reports to two from below", () => {
  const steps = fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: 9 }),
      who: fc.constantFrom("ann", "bo", "cy", "di"),
    }),
    { maxLength: 20 },
  );
  const parents = fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 9, maxLength: 9 });
  fc.assert(
    fc.property(steps, parents, (given, above) => {
      const places = [
        place({ id: "0" }),
        ...above.map((parent, n) =>
          place({ id: String(n + 1), parentId: String(parent % (n + 1)) }),
        ),
      ];
      for (const { at, who } of given) {
        const refused = heldUnderAnother(places, places[at]!, who);
        const after = places.map((p, n) => (n === at ? { ...p, personId: who } : p));
        // What the walk for everybody says of the person who is given the position.
        expect(refused !== null).toBe(naive(after, who).size > 1);
        if (refused === null) places[at] = after[at]!;
      }
    }),
    {
      // Two are put above her one after the other; then she is to take the place above both.
      examples: [
        [
          [
            { at: 7, who: "di" },
            { at: 6, who: "di" },
            { at: 1, who: "ann" },
            { at: 3, who: "cy" },
            { at: 0, who: "di" },
          ],
          [0, 0, 0, 0, 0, 7, 3, 0, 0],
        ],
      ],
    },
  );
  const held = [
    place({ id: "IC", personId: "ann" }),
    place({ id: "PIO", parentId: "IC", personId: "ann" }),
  ];
  expect(supervisorOf(held, held[1]!, "ann")).toBeNull();
});

test("the communications list holds whoever has a position, by name, and says where nothing is entered", () => {
  const forms = {
    ...noForms,
    contacts: [{ position: "Safety officer", name: "Zoe Hart", methods: "555-0100" }],
  };
  expect(
    contactsOf(forms, [
      { position: "Safety officer", person: "zoe hart" },
      { position: "Incident commander", person: "Ann Lee" },
      { position: "Liaison officer", person: null },
    ]),
  ).toEqual([
    { position: "Incident commander", name: "Ann Lee", methods: "" },
    { position: "Safety officer", name: "Zoe Hart", methods: "555-0100" },
  ]);
});

test("a list keeps whom somebody typed, with or without a telephone; holders without one stay by their position", () => {
  const dispatch = { position: "Dispatch", name: "County desk", methods: "" };
  const chief = { position: "Incident commander", name: "Ann Lee", methods: "" };
  const held = [{ position: "Incident commander", person: "Ann Lee" }];
  expect(keptContacts([dispatch, chief], held)).toEqual([dispatch]);
  expect(keptContacts([{ ...chief, methods: "555-0101" }], held)).toHaveLength(1);
  expect(contactsOf({ ...noForms, contacts: [dispatch] }, held)).toEqual([chief, dispatch]);
});

test("the next period's list leaves out who handed a position over, and keeps who stands beside them", () => {
  const list = [
    { position: "Incident commander", name: "Ann Lee", methods: "555-0101" },
    { position: "Safety officer", name: "Zoe Hart", methods: "555-0100" },
    { position: "Dispatch", name: "County desk", methods: "911" },
  ];
  const holders = [
    { position: "Incident commander", person: "Bo Quist" },
    { position: "Safety officer", person: "Zoe Hart" },
  ];
  expect(carriedContacts(list, holders).map((c) => c.name)).toEqual(["Zoe Hart", "County desk"]);
});

test("a part that was added late stands below the position that it reports to", () => {
  const places = [
    place({ id: "IC" }),
    place({ id: "OSC", parentId: "IC" }),
    place({ id: "PSC", parentId: "IC" }),
    place({ id: "Branch I", parentId: "OSC", kind: "branch" }),
  ];
  expect(asTree(places).map(({ position, depth }) => `${depth} ${position.id}`)).toEqual([
    "0 IC",
    "1 OSC",
    "2 Branch I",
    "1 PSC",
  ]);
});
