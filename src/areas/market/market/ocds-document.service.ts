import { invalidField } from "#kernel/errors.ts";
import {
  ocdsProblems,
  unknownOcdsFields,
  type OcdsDocument,
} from "#areas/sourcing/sourcing.server.ts";
import { readOcds, type Finding, type ReadOcds } from "./ocds-read.model.ts";

// Fields of extensions that are read although OCDS 1.1 itself does not know them.
const understood = new RegExp(
  `^(${[
    "tender\\.lots",
    "tender\\.items\\[\\]\\.relatedLot",
    "awards\\[\\]\\.relatedLots",
    "awards\\[\\]\\.items\\[\\]\\.relatedLot",
    "tender\\.lotGroups",
  ].join("|")})\\b`,
);

/**
 * Parses a document: JSON as a whole, or one release or record in each line. 422 when it is
 * neither.
 */
export const parseDocument = (text: string): unknown => {
  const clean = text.replace(/^\uFEFF/, "");
  try {
    return JSON.parse(clean);
  } catch {
    try {
      return clean
        .split("\n")
        .filter((line) => line.trim() !== "")
        .map((line) => JSON.parse(line) as unknown);
    } catch {
      throw invalidField(
        "file",
        "This is no JSON, neither as a whole nor line by line.",
        "not_json",
      );
    }
  }
};

const releasesIn = (document: unknown): unknown[] => {
  const d = document as {
    records?: { compiledRelease?: unknown; releases?: unknown[] }[];
    releases?: unknown[];
  };
  if (Array.isArray(document)) return document;
  if (Array.isArray(d?.records))
    return d.records.flatMap((r) =>
      r?.compiledRelease
        ? [r.compiledRelease]
        : (r?.releases ?? []).filter((x) => typeof x === "object" && x !== null && "ocid" in x),
    );
  return Array.isArray(d?.releases) ? d.releases : [document];
};

/**
 * What was read, and the report: what the reader left out, where the document breaks the schema,
 * which fields nobody here understands. Null for no OCDS document.
 */
export const understand = (document: unknown): { read: ReadOcds; report: Finding[] } | null => {
  const read = readOcds(document);
  if (!read || read.processes.length + read.findings.length === 0) return null;
  const kind: OcdsDocument | null = Array.isArray(document) ? null : read.kind;
  const wrong = new Map<string, Finding>();
  for (const problem of kind ? ocdsProblems(kind, document, 5000) : []) {
    const [path = "", ...rest] = problem.split(": ");
    const where = `${path.replace(/\/\d+(?=\/|$)/g, "[]")}: ${rest.join(": ")}`;
    const known = wrong.get(where);
    if (known) known.count++;
    else wrong.set(where, { kind: "invalid", where, count: 1, example: path });
  }
  const unknown = unknownOcdsFields(releasesIn(document))
    .filter((f) => !understood.test(f.where))
    .map((f): Finding => ({ kind: "unknown", ...f }));
  return {
    read,
    report: [...read.findings, ...[...wrong.values()].slice(0, 100), ...unknown.slice(0, 300)],
  };
};
