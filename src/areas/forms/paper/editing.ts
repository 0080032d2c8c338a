import {
  blankPlace,
  labelOf,
  paperFieldKinds,
  type Box,
  type PaperField,
  type PaperSource,
  type Place,
  type Sheet,
} from "./paper.labels.ts";
import type { Bases, TemplateInput } from "./paper.model.ts";
import { divisionFrom, type Division } from "./parts.model.ts";

/**
 * A line of the editor: a field of the PDF or a box that was drawn, with what stands there (null:
 * nothing yet) and its number among the places.
 */
export type Line = {
  id: string;
  label: string;
  sort: string;
  /** Whether it is a box to tick. */
  ticks: boolean;
  field: PaperField | null;
  place: Place | null;
  at: number;
  boxes: readonly Box[];
};

/** What is changed of a template in its editor. */
export type Draft = { name: string; offered: boolean; places: Place[] };

const topFirst = (one: Line, two: Line): number => {
  const [a, b] = [one.boxes[0], two.boxes[0]];
  return a && b ? b.y - a.y || a.x - b.x : 0;
};

/** What stands on a page, from top to bottom. */
export const linesOn = (sheet: Sheet, places: readonly Place[], page: number): Line[] => {
  const asked = sheet.fields
    .filter((field) => field.boxes[0]?.page === page)
    .map((field): Line => {
      const at = places.findIndex((place) => place.field === field.name);
      const place = places[at] ?? null;
      return {
        id: `field:${field.name}`,
        label: place ? labelOf(place, sheet) : field.label,
        sort: paperFieldKinds[field.kind],
        ticks: field.kind === "check" || field.kind === "radio",
        field,
        place,
        at,
        boxes: field.boxes,
      };
    });
  const drawn = places.flatMap((place, at): Line[] =>
    place.field === null && place.box?.page === page
      ? [
          {
            id: `box:${at}`,
            label: place.label || "Box without a name",
            sort: place.kind === "check" ? "Drawn check box" : "Drawn box",
            ticks: place.kind === "check",
            field: null,
            place,
            at,
            boxes: [place.box],
          },
        ]
      : [],
  );
  return [...asked, ...drawn].toSorted(topFirst);
};

export type Base = Bases["forms"][number] | Bases["lists"][number] | undefined;

/** The form or list that a template is filled from, as far as the person may use it. */
export const baseOf = (bases: Bases | undefined, basis: TemplateInput["basis"]): Base =>
  basis.kind === "form"
    ? bases?.forms.find((form) => form.formId === basis.formId)
    : bases?.lists.find((list) => list.path === basis.path);

/** What a source is called: the question or the column. */
export const sourceLabel = (base: Base, source: PaperSource | undefined): string => {
  if (!source) return "nothing yet";
  if (source.from === "text") return source.text ? `“${source.text}”` : "nothing yet";
  if (!base) return source.key;
  if (source.from === "column")
    return "columns" in base
      ? (base.columns.find((each) => each.key === source.key)?.label ?? source.key)
      : source.key;
  const field = "fields" in base ? base.fields.find((each) => each.key === source.key) : undefined;
  const column = field?.columns.find((each) => each.key === source.column);
  return column && source.row > 0
    ? `${field!.label}, row ${source.row}, ${column.label}`
    : (field?.label ?? source.key);
};

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** Fields that nobody mapped, each with the answer or column of its own name, where there is one. */
export const suggested = (sheet: Sheet, places: readonly Place[], base: Base): Place[] => {
  if (!base) return [];
  const taken = new Set(places.map((place) => place.field));
  const offered = "columns" in base ? base.columns : base.fields;
  return sheet.fields.flatMap((field) => {
    if (taken.has(field.name)) return [];
    const names = [field.label, field.name.split(".").at(-1)!].map(plain);
    const found = offered.find((each) =>
      [each.label, each.key].some((name) => names.includes(plain(name))),
    );
    if (!found) return [];
    const source: PaperSource =
      "columns" in base
        ? { from: "column", key: found.key }
        : { from: "answer", key: found.key, column: "", row: 0 };
    const division = divisionFrom(sheet, field);
    if (!division) return [blankPlace({ field: field.name, source })];
    return division.fields
      .filter((each) => !taken.has(each.field) && taken.add(each.field))
      .map((each) => blankPlace({ ...each, source }));
  });
};

/** The places with a number divided among the fields of a division, all from one source. */
export const divide = (
  places: readonly Place[],
  { fields }: Division,
  source: PaperSource,
): Place[] => {
  const parts = new Map(fields.map((each) => [each.field, each]));
  return [
    ...places.filter((place) => place.field === null || !parts.has(place.field)),
    ...fields.map((each) => {
      const before = places.find((place) => place.field === each.field);
      return { ...(before ?? blankPlace({})), ...each, source };
    }),
  ];
};
