import type { FormField } from "#areas/forms/forms.public.ts";
import { ask, is, oneOf, short, sumOrBlank } from "./asked.ts";
import type { FederalForm } from "./federal-form.ts";

/** The four lines of the form. */
export const lines = [1, 2, 3, 4] as const;
/** Object classes of section B, by their keys: a to h. */
export const classKeys = [
  ["Personnel", "6a. Personnel"],
  ["Fringe", "6b. Fringe benefits"],
  ["Travel", "6c. Travel"],
  ["Equipment", "6d. Equipment"],
  ["Supplies", "6e. Supplies"],
  ["Contractual", "6f. Contractual"],
  ["Construction", "6g. Construction"],
  ["Other", "6h. Other"],
] as const;
const money = (key: string, label: string, more: Partial<FormField> = {}) =>
  ask(key, "money", label, more);
const computed = (key: string, label: string, compute: FormField["compute"]) =>
  money(key, label, { compute });
const across = (letter: string, name: string) => lines.map((n) => `${letter}${n}${name}`);
const filled = (n: number): Partial<FormField> => (n === 1 ? {} : { show: { var: `a${n}Title` } });
const continuation = is("applicationType", "Continuation");
const revision = is("applicationType", "Revision");

const sectionA = lines.map((n) => ({
  title: `Line ${n}`,
  help: "",
  fields: [
    short(`a${n}Title`, `${n}a. Program, function or activity`, 120, { required: n === 1 }),
    short(`a${n}Aln`, `${n}b. Assistance listing number`, 15, filled(n)),
    money(`a${n}C`, `${n}c. Unobligated, federal`, { show: continuation }),
    money(`a${n}D`, `${n}d. Unobligated, other`, { show: continuation }),
    money(`a${n}Before`, `${n}. Authorized before this revision`, { show: revision, least: 0 }),
    money(`a${n}E`, `${n}e. Federal`, { ...filled(n), required: n === 1 }),
    money(`a${n}F`, `${n}f. Non-federal`, filled(n)),
    // New and continuation: e and f. Revision: the new total, with what was authorized before.
    computed(`a${n}G`, `${n}g. Total`, {
      if: [
        revision,
        sumOrBlank([`a${n}Before`, `a${n}E`, `a${n}F`]),
        sumOrBlank([`a${n}E`, `a${n}F`]),
      ],
    }),
  ],
}));

const sectionB = lines.map((n) => ({
  title: `Column ${n}`,
  help: "",
  fields: [
    ...classKeys.map(([key, label]) => money(`b${n}${key}`, label, { ...filled(n), least: 0 })),
    computed(
      `b${n}Direct`,
      "6i. Total direct charges",
      sumOrBlank(classKeys.map(([key]) => `b${n}${key}`)),
    ),
    money(`b${n}Indirect`, "6j. Indirect charges", { ...filled(n), least: 0 }),
    computed(`b${n}Total`, "6k. Total", sumOrBlank([`b${n}Direct`, `b${n}Indirect`])),
    money(`b${n}Income`, "7. Program income", { ...filled(n), least: 0 }),
  ],
}));

const totalsOf = (letter: string, names: readonly (readonly [key: string, label: string])[]) => ({
  title: "Totals",
  help: "",
  fields: names.map(([key, label]) =>
    computed(`${letter}5${key}`, label, sumOrBlank(across(letter, key))),
  ),
});

const sectionC = lines.map((n) => ({
  title: `Line ${n + 7}`,
  help: "",
  fields: [
    money(`c${n}Applicant`, `${n + 7}b. Applicant`, filled(n)),
    money(`c${n}State`, `${n + 7}c. State`, filled(n)),
    money(`c${n}Other`, `${n + 7}d. Other sources`, filled(n)),
    computed(
      `c${n}Total`,
      `${n + 7}e. Total`,
      sumOrBlank([`c${n}Applicant`, `c${n}State`, `c${n}Other`]),
    ),
  ],
}));

const quarters = [1, 2, 3, 4] as const;
const sectionD = [
  ...quarters.map((q) => ({
    title: `Quarter ${q} of the first year`,
    help: "",
    fields: [
      money(`d${q}Federal`, "13. Federal"),
      money(`d${q}Other`, "14. Non-federal"),
      computed(`d${q}Total`, "15. Total", sumOrBlank([`d${q}Federal`, `d${q}Other`])),
    ],
  })),
  {
    title: "First year",
    help: "",
    fields: [
      computed("d0Federal", "13. Federal", sumOrBlank(quarters.map((q) => `d${q}Federal`))),
      computed("d0Other", "14. Non-federal", sumOrBlank(quarters.map((q) => `d${q}Other`))),
      computed("d0Total", "15. Total", sumOrBlank(["d0Federal", "d0Other"])),
    ],
  },
];

const years = ["First", "Second", "Third", "Fourth"] as const;
const sectionE = lines.map((n) => ({
  title: `Line ${n + 15}`,
  help: "",
  fields: years.map((name, at) =>
    money(`e${n}Y${at + 1}`, `${name} future year`, { ...filled(n), least: 0 }),
  ),
}));

/** Budget information for non-construction programs, version 1.0. */
export const sf424a: FederalForm = {
  code: "SF-424A",
  name: "Budget Information, Non-Construction Programs",
  version: "1.0",
  schema: "SF424A-V1.0.xsd",
  pages: [
    {
      title: "Section A, budget summary",
      sections: [
        {
          title: "Application",
          help: "Column g follows from it.",
          fields: [
            oneOf("applicationType", "Type of application", ["New", "Continuation", "Revision"], {
              required: true,
            }),
          ],
        },
        ...sectionA,
        totalsOf("a", [
          ["C", "5c. Unobligated, federal"],
          ["D", "5d. Unobligated, other"],
          ["E", "5e. Federal"],
          ["F", "5f. Non-federal"],
          ["G", "5g. Total"],
        ]),
      ],
    },
    {
      title: "Section B, budget categories",
      sections: [
        ...sectionB,
        totalsOf("b", [
          ...classKeys,
          ["Direct", "6i. Total direct charges"],
          ["Indirect", "6j. Indirect charges"],
          ["Total", "6k. Total"],
          ["Income", "7. Program income"],
        ]),
      ],
    },
    {
      title: "Section C, non-federal resources",
      sections: [
        ...sectionC,
        totalsOf("c", [
          ["Applicant", "12b. Applicant"],
          ["State", "12c. State"],
          ["Other", "12d. Other sources"],
          ["Total", "12e. Total"],
        ]),
      ],
    },
    { title: "Section D, forecasted cash needs", sections: sectionD },
    {
      title: "Section E, federal funds for the balance of the project",
      sections: [
        ...sectionE,
        totalsOf(
          "e",
          years.map((name, at) => [`Y${at + 1}`, `20. ${name} future year`]),
        ),
      ],
    },
    {
      title: "Section F, other budget information",
      sections: [
        {
          title: "",
          help: "",
          fields: [
            short("directNote", "21. Direct charges", 50),
            short("indirectNote", "22. Indirect charges", 50),
            short("remarks", "23. Remarks", 200),
          ],
        },
      ],
    },
  ],
};
