import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { formatDate, dateIn } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { isDate } from "#kernel/time.ts";
import { fieldsOf, judge, type FormField } from "#areas/forms/forms.public.ts";
import { validate } from "#areas/forms/forms.server.ts";
import { html, makePdf } from "#server/pdf/pdf.ts";
import { formXml } from "../federal-form/form-xml.ts";
import type { Signed } from "../federal-form/more-xml.ts";
import { formOf } from "../federal-form/forms.data.ts";
import { checkXml, type XmlCheck } from "../federal-form/xml-check.service.ts";
import type { FormCode } from "../federal-form/federal-form.ts";
import { answersThatCount, readable, type Whole } from "./checks.service.ts";

export type CheckedXml = { code: FormCode; xml: string; check: XmlCheck };

// A form is tried before anybody signed: who will sign is left open in words that fit the schema.
// Days are the agency's: of the signature, and of the sending (today, until it was sent).
const signedOf = ({ application: a, applicant, timeZone }: Whole, today: string): Signed => {
  const name = a.signedName ?? "Not signed";
  const at = name.lastIndexOf(" ");
  return {
    first: name.slice(0, at),
    last: name.slice(at + 1),
    title: a.signedTitle ?? "Not signed",
    phone: a.signedPhone ?? applicant?.phone ?? "",
    email: applicant?.email ?? "",
    on: a.signedAt ? dateIn(a.signedAt, timeZone) : today,
    received: a.submittedAt ? dateIn(a.submittedAt, timeZone) : today,
  };
};

/** The XML of each form with what its official schema says of it. */
export const checkedXml = (
  whole: Whole,
  { code: only = null, today }: { code?: string | null; today: string },
): Promise<CheckedXml[]> => {
  const answers = answersThatCount(whole.forms);
  return Promise.all(
    whole.forms
      .filter(({ form }) => only === null || form === only)
      .map(async ({ form, formVersion }) => {
        const { code, schema } = formOf(form, formVersion);
        const xml = formXml(code, answers[code] ?? {}, signedOf(whole, today));
        return { code, xml, check: await checkXml(xml, schema) };
      }),
  );
};

const rowOf = (field: FormField, row: Record<string, unknown>): string =>
  field.columns.flatMap(({ key }) => (row[key] === undefined ? [] : [String(row[key])])).join(", ");

const shown = (field: FormField, value: unknown): string =>
  typeof value === "boolean"
    ? value
      ? "Yes"
      : "No"
    : field.kind === "money" && typeof value === "number"
      ? formatCents(value)
      : field.kind === "date" && typeof value === "string" && isDate(value)
        ? formatDate(value)
        : field.kind === "table" && Array.isArray(value)
          ? value.map((row: Record<string, unknown>) => rowOf(field, row)).join("; ")
          : (field.options.find((one) => one.value === value)?.label ?? String(value ?? ""));

const formHtml = ({ form, formVersion, answers }: Whole["forms"][number]): string => {
  const of = formOf(form, formVersion);
  const counted = judge(of, answers, validate).answers;
  const rows = fieldsOf(of)
    .filter(({ key }) => key in counted)
    .map(
      (field) =>
        `<tr><th scope="row">${html(field.label)}</th><td>${html(shown(field, counted[field.key]))}</td></tr>`,
    )
    .join("");
  const title = html(`${of.code} ${of.name}, version ${formVersion}`);
  return `<section><h2>${title}</h2><table>${rows}</table></section>`;
};

const styles = `body { font: 11pt/1.45 "Liberation Sans", Arial, sans-serif }
h1 { font-size: 18pt } h2 { font-size: 13pt; break-after: avoid } p { white-space: pre-wrap }
table { border-collapse: collapse; width: 100% }
th, td { border: 1px solid #888; padding: 3px 6px; text-align: left; font-size: 9.5pt }
th { width: 55%; font-weight: normal }`;

const signatureHtml = ({ application: a, timeZone }: Whole): string => {
  if (!a.signedAt) return "";
  const who = html(`${a.signedName}, ${a.signedTitle}`);
  const day = html(formatDate(dateIn(a.signedAt, timeZone)));
  return `<p>Certified and signed by ${who}, on ${day}. SHA-256 of what was signed: ${a.signedSha256}.</p>`;
};

/** The application as one document, for its PDF. */
const documentOf = (whole: Whole): string => {
  const { application: a, sections, forms } = whole;
  const title = html(`${a.number} ${a.title}`);
  const head = [a.number, `opportunity ${a.opportunityNumber}`, a.grantor].join(", ");
  const days = `${formatDate(a.startsOn)} to ${formatDate(a.endsOn)}`;
  const narrative = sections.map(
    (one) =>
      `<section><h2>${html(one.title)}</h2><p>${html(readable(whole, one.body))}</p></section>`,
  );
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>`,
    `<style>${styles}</style></head><body>`,
    `<h1>${html(a.title)}</h1><p>${html(head)}. ${html(days)}.</p>`,
    signatureHtml(whole),
    ...forms.map(formHtml),
    ...narrative,
    "</body></html>",
  ].join("\n");
};

/** A file that somebody attached to an application, for its package. */
export type Attached = { name: string; content: Buffer };

// Two files of one name stand beside each other.
const placeOf = (name: string, at: number): string =>
  `attachments/${String(at + 1).padStart(2, "0")}-${name.replace(/[^\w.-]+/g, "-")}`;

/**
 * One ZIP of an application: its PDF, the XML of its forms, its narrative, what is attached, and a
 * list with hashes.
 */
export const packageOf = async (
  whole: Whole,
  xml: readonly CheckedXml[],
  attached: readonly Attached[],
): Promise<Readable> => {
  const { application: a, sections } = whole;
  const files: [name: string, content: Buffer][] = [
    [`${a.number}.pdf`, await makePdf(documentOf(whole))],
    ...xml.map(({ code, xml: text }): [string, Buffer] => [`xml/${code}.xml`, Buffer.from(text)]),
    ...sections.map(({ title, body }, at): [string, Buffer] => [
      `narrative/${at + 1}-${title.replace(/[^\w-]+/g, "-")}.txt`,
      Buffer.from(readable(whole, body)),
    ]),
    ...attached.map(({ name, content }, at): [string, Buffer] => [placeOf(name, at), content]),
  ];
  const manifest = {
    application: a.number,
    opportunity: a.opportunityNumber,
    signed: { by: a.signedName, at: a.signedAt, sha256: a.signedSha256 },
    schemas: xml.map(({ code, check }) => ({
      form: code,
      result: check.checked ? "valid by the official schema" : "not checked",
    })),
    files: files.map(([name, content]) => ({
      name,
      sha256: createHash("sha256").update(content).digest("hex"),
    })),
  };
  const zip = new ZipFile();
  const mtime = new Date(a.signedAt ?? `${a.startsOn}T00:00:00Z`);
  for (const [name, content] of files) zip.addBuffer(content, name, { mtime });
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`), "manifest.json", { mtime });
  zip.end();
  return Readable.from(zip.outputStream as unknown as AsyncIterable<Buffer>);
};
