import type { PublishCheck } from "#kernel/definition.ts";
import { counted } from "#kernel/words.ts";
import { kindOf, labelOf, type PaperSource, type Place, type Sheet } from "./paper.labels.ts";
import { digitsOf } from "./parts.model.ts";

/** Whether there is such a source; the columns and answers of what the template is filled from. */
export type Known = (source: PaperSource) => boolean;

const open = (sentence: string, path: string): PublishCheck => ({ sentence, ok: false, path });

const sourceChecks = (place: Place, named: string, path: string, known: Known): PublishCheck[] => {
  const { source } = place;
  if (source.from === "text")
    return source.text.trim() === ""
      ? [open(`${named}: choose where its value comes from.`, `${path}.source`)]
      : [];
  return known(source)
    ? []
    : [
        open(
          source.from === "answer"
            ? `${named} is filled from ${source.key}, which the form does not ask. Choose another answer.`
            : `${named} is filled from ${source.key}, which the list does not export. Choose another column.`,
          `${path}.source`,
        ),
      ];
};

const optionChecks = (place: Place, sheet: Sheet, named: string, path: string): PublishCheck[] => {
  if (kindOf(place, sheet) !== "radio") return [];
  const field = sheet.fields.find((each) => each.name === place.field);
  return place.options
    .filter(({ option }) => !field?.options.includes(option))
    .map(({ option }) =>
      open(`${named} has no box called ${option}. Choose another one.`, `${path}.options`),
    );
};

const boxesChecks = (place: Place, sheet: Sheet, named: string, path: string): PublishCheck[] => {
  const field = sheet.fields.find((each) => each.name === place.field);
  if (field?.kind !== "comb" || field.mostLetters === null) return [];
  const boxes = `${named} has ${counted(field.mostLetters, "box", "boxes")}`;
  const digits = digitsOf(place.format);
  if (digits !== null && digits > field.mostLetters)
    return [
      open(`${boxes} and is to take ${digits} digits. Choose another part.`, `${path}.format`),
    ];
  const { source } = place;
  return source.from === "text" && [...source.text].length > field.mostLetters
    ? [open(`${boxes}, and “${source.text}” is longer. Shorten it.`, `${path}.source`)]
    : [];
};

const placeChecks = (place: Place, at: number, sheet: Sheet, known: Known): PublishCheck[] => {
  const path = `places.${at}`;
  const named = `“${labelOf(place, sheet)}”`;
  const { box } = place;
  const page = box && sheet.pages[box.page];
  const fieldThere = sheet.fields.some((field) => field.name === place.field);
  return [
    ...(place.field !== null && !fieldThere
      ? [open(`The PDF has no field called ${place.field}. Take the place out.`, `${path}.field`)]
      : []),
    ...(place.field === null && !box
      ? [open(`${named} stands nowhere. Draw its box on a page.`, `${path}.box`)]
      : []),
    ...(place.field === null && box && !page
      ? [open(`${named} stands on page ${box.page + 1}, which the PDF lacks.`, `${path}.box`)]
      : []),
    ...(place.field === null && box && page && !isOn(box, page)
      ? [open(`${named} does not stand on its page. Move it there.`, `${path}.box`)]
      : []),
    ...(place.field === null && place.label === ""
      ? [open(`A box on page ${(box?.page ?? 0) + 1} has no name. Name it.`, `${path}.label`)]
      : []),
    ...sourceChecks(place, named, path, known),
    ...optionChecks(place, sheet, named, path),
    ...boxesChecks(place, sheet, named, path),
  ];
};

const isOn = (
  box: { x: number; y: number; width: number; height: number },
  page: { width: number; height: number },
): boolean =>
  box.x >= 0 && box.y >= 0 && box.x + box.width <= page.width && box.y + box.height <= page.height;

/** What must hold of a template before it is published, each line at its place. */
export const paperChecks = (
  sheet: Sheet,
  places: readonly Place[],
  known: Known,
): PublishCheck[] => {
  const fields = places.flatMap((place) => (place.field === null ? [] : [place.field]));
  const twice = places.flatMap((place, at) =>
    place.field !== null && fields.indexOf(place.field) < fields.lastIndexOf(place.field)
      ? places.findIndex((each) => each.field === place.field) === at
        ? []
        : [
            open(
              `“${labelOf(place, sheet)}” is filled twice. Take one of them out.`,
              `places.${at}.field`,
            ),
          ]
      : [],
  );
  return [
    {
      sentence: "Something is filled in: map a field or draw a box.",
      ok: places.length > 0,
      path: "places",
    },
    ...places.flatMap((place, at) => placeChecks(place, at, sheet, known)),
    ...twice,
  ];
};
