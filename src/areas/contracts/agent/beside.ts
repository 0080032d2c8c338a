import type { BesideValue, Picture, PicturePage } from "#kernel/picture.ts";
import type { Found } from "#server/agents/agent.ts";
import type { ContractDetail } from "../contract/contract.model.ts";
import type { PaperText } from "../paper/paper.model.ts";
import { asSigned, names, shown } from "./differs.ts";
import type { Passage } from "./prose.model.ts";
import { readFields, saidIn } from "./said.model.ts";

const mostMarks = 60;

const enough = 24;
// A passage begins and ends within a line: its first and its last words say where.
const holds = (passage: string, line: string): boolean =>
  passage.includes(line) ||
  line.includes(passage.slice(0, enough)) ||
  line.includes(passage.slice(-enough));

/** The lines of a paper in which a passage stands. */
const marksOf = (paper: PaperText, field: string, at: Passage): PicturePage["marks"] =>
  paper.lines
    .filter(({ page, text }) => page === at.page && holds(at.text, text.trim()))
    .map(({ text: _text, ...place }) => ({ field, ...place }));

const fieldsOf = (c: ContractDetail, paper: PaperText) => {
  const said = saidIn(paper.lines);
  return readFields.flatMap((field) => {
    const one = said[field];
    if (!one) return [];
    const value: BesideValue = {
      ...{ field, label: names[field], said: shown(field, one.value) },
      record: shown(field, asSigned(c, field)),
    };
    return [{ value, marks: marksOf(paper, field, one.at) }];
  });
};

/** A paper of a contract beside the fields of its record, and the place on which a finding rests. */
export const besideOf = (
  c: ContractDetail,
  paper: PaperText,
  { sources }: Pick<Found, "sources">,
): Picture => {
  const fields = fieldsOf(c, paper);
  const passages = sources.flatMap((source) => (source.kind === "passage" ? [source] : []));
  const places = passages.flatMap((at) =>
    marksOf(paper, "passage", { page: at.page, text: at.says }),
  );
  const isField = places.some(({ page, y }) =>
    fields.some(({ marks }) => marks.some((mark) => mark.page === page && mark.y === y)),
  );
  const own =
    places.length > 0 && !isField
      ? [
          {
            value: {
              ...{ field: "passage", label: "What it rests on" },
              ...{ said: passages[0]!.says, record: "" },
            },
            marks: places,
          },
        ]
      : [];
  const all = [...own, ...fields];
  return {
    kind: "beside",
    title: `${paper.name} beside ${c.number}`,
    heads: ["The paper", "The record"],
    values: all.map(({ value }) => value),
    page: {
      ...{ fileId: paper.fileId, name: paper.name, sheets: paper.sheets },
      marks: all.flatMap(({ marks }) => marks).slice(0, mostMarks),
    },
  };
};
