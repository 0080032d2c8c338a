import { PDFDocument, rgb, type PDFPage } from "@cantoo/pdf-lib";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { markField } from "#kernel/mark.ts";
import type { Instant } from "#kernel/time.ts";
import { drawable, facesOf, fontsIn, type Fonts, type Hand } from "#server/pdf/fonts.ts";
import { proofs, type Agreed, type Mark, type Proof, type SignerSide } from "./signature.labels.ts";
import type { RequestRecord } from "./signature.noun.ts";

/** One signature with what the certificate says of it; `personId` where it was given for the agency. */
export type Given = {
  side: SignerSide;
  askedName: string;
  personId: string | null;
  email: string | null;
  askedAt: string;
  name: string;
  mark: Mark;
  proof: Proof;
  address: string;
  agreed: Agreed[];
  sha256: string;
  signedAt: Instant;
  basis: string | null;
};
export type CertificateOf = {
  request: RequestRecord;
  given: readonly Given[];
  agency: { name: string; timeZone: string };
  completedAt: Instant;
};

const [width, height, margin] = [612, 792, 56];
const ink = rgb(0.07, 0.1, 0.15);
const pale = rgb(0.35, 0.39, 0.46);

/** A text as some font has it, and the hand that writes it. */
type Writable = { text: string; hand: Hand };

// A letter that no font has is written without its mark, else as a question mark: the exact text stands
// in the certificate's data, which the PDF carries.
const writable = async (fonts: Fonts, text: string): Promise<Writable> => {
  const whole = drawable(text.replaceAll(/\s+/g, " "));
  const { hand, missing } = await fonts.handFor(whole);
  if (missing.length === 0) return { text: whole, hand };
  const bare = (letter: string) => letter.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  const near = [...whole]
    .map((each) => (missing.includes(each) ? bare(each) || "?" : each))
    .join("");
  const second = await fonts.handFor(near);
  const plain = [...near].map((each) => (second.missing.includes(each) ? "?" : each)).join("");
  return { text: plain, hand: (await fonts.handFor(plain)).hand };
};

const widthOf = (hand: Hand, text: string, size: number): number =>
  hand(text).reduce((sum, run) => sum + run.font.widthOfTextAtSize(run.text, size), 0);

const wrapped = (hand: Hand, size: number, text: string, room: number): string[] => {
  const lines = [""];
  for (const word of text.split(" ").flatMap((w) => w.match(/.{1,70}/gu) ?? [])) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (widthOf(hand, longer, size) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
};

type Pen = { page: PDFPage; y: number };

/** Writes from top to bottom and begins a new page where the old one is full. */
const writer = (pdf: PDFDocument, fonts: { text: Fonts; bold: Fonts }) => {
  const pen: Pen = { page: pdf.addPage([width, height]), y: height - margin };
  const room = (needed: number) => {
    if (pen.y - needed >= margin) return;
    pen.page = pdf.addPage([width, height]);
    pen.y = height - margin;
  };
  const write = async (
    said: string,
    { size = 9.5, bold = false, soft = false, indent = 0 } = {},
  ): Promise<void> => {
    const { text, hand } = await writable(bold ? fonts.bold : fonts.text, said);
    for (const line of wrapped(hand, size, text, width - 2 * margin - indent)) {
      room(size * 1.45);
      pen.y -= size * 1.45;
      let x = margin + indent;
      for (const { text: piece, font } of hand(line)) {
        pen.page.drawText(piece, { x, y: pen.y, size, font, color: soft ? pale : ink });
        x += font.widthOfTextAtSize(piece, size);
      }
    }
  };
  const draw = (strokes: readonly (readonly number[])[]) => {
    const scale = 0.3;
    room(markField.height * scale + 8);
    const path = strokes
      .map((stroke) =>
        stroke
          .map((n, at) => (at === 0 ? `M${n}` : at % 2 ? ` ${n}` : ` L${n}`))
          .join("")
          .trim(),
      )
      .join(" ");
    pen.page.drawSvgPath(path, {
      x: margin + 12,
      y: pen.y - 4,
      scale,
      borderColor: ink,
      borderWidth: 4,
    });
    pen.y -= markField.height * scale + 8;
  };
  const gap = (points: number) => {
    pen.y -= points;
  };
  return { write, draw, gap };
};

/** What the certificate says, as data: exact texts, times in UTC. */
const certificateData = ({ request, given, agency, completedAt }: CertificateOf) => ({
  format: "levee-signature-certificate/1",
  request: request.id,
  agency: agency.name,
  timeZone: agency.timeZone,
  record: { type: request.sourceType, id: request.sourceId, number: request.number },
  title: request.title,
  document: { sha256: request.sha256, embeddedAs: "original.pdf" },
  completedAt,
  signatures: given.map(({ personId: _p, ...signature }) => signature),
});

const sideOf = (g: Given, agency: string) =>
  g.side === "ours"
    ? `for ${agency}${g.basis ? `, by ${g.basis}` : ""}`
    : g.name === g.askedName
      ? "for the other side"
      : `for ${g.askedName}`;

const writeOne = async (
  out: ReturnType<typeof writer>,
  g: Given,
  c: CertificateOf,
): Promise<void> => {
  const { agency } = c;
  out.gap(14);
  await out.write(g.name, { size: 12, bold: true });
  await out.write(sideOf(g, agency.name));
  if (g.mark.kind === "typed") await out.write(`Signed by typing: ${g.mark.text}`, { bold: true });
  else {
    await out.write("Signed by drawing:");
    out.draw(g.mark.strokes);
  }
  await out.write(`When: ${formatInstant(g.signedAt, agency.timeZone)} (${g.signedAt} UTC)`);
  await out.write(
    `How: ${proofs[g.proof]}.${g.email ? ` Address of the letters: ${g.email}.` : ""}`,
  );
  await out.write(`From the network address ${g.address}. Asked ${g.askedAt} UTC.`);
  for (const { text, citation } of g.agreed) {
    await out.write(`Agreed: ${text}`, { indent: 12 });
    await out.write(citation, { indent: 12, size: 8.5, soft: true });
  }
  await out.write(`SHA-256 of what was shown: ${g.sha256}`, { size: 8.5, soft: true });
};

/**
 * The document's pages, then pages with every signature, in one PDF that also carries the original
 * bytes (`original.pdf`) and the certificate as data (`certificate.json`). Names stand as they are
 * written, in the fonts that the product brings and those that the installation added in `folder`.
 */
export const certified = async (
  original: Uint8Array,
  c: CertificateOf,
  folder: string | null = null,
): Promise<Uint8Array> => {
  const { request, given, agency, completedAt } = c;
  const pdf = await PDFDocument.load(original, { updateMetadata: false });
  const [text, bold] = (await Promise.all(
    (["regular", "bold"] as const).map(async (weight) =>
      fontsIn(pdf, await facesOf(folder, weight), weight),
    ),
  )) as [Fonts, Fonts];
  const out = writer(pdf, { text, bold });
  await out.write("Certificate of signatures", { size: 18, bold: true });
  await out.write(`${request.number}, ${request.title}`);
  await out.write(`${agency.name}. Complete ${formatInstant(completedAt, agency.timeZone)}.`);
  await out.write(
    `Times are of ${agency.timeZone}. Last day to sign: ${formatDate(request.expiresOn)}.`,
    { soft: true },
  );
  await out.write(`Request ${request.id}`, { size: 8.5, soft: true });
  await out.write(`SHA-256 of the signed document: ${request.sha256}`, { size: 8.5, soft: true });
  await out.write(
    "The document itself stands in this file, byte for byte, as the attachment original.pdf. The SHA-256 of this file stands in the agency's audit record; a bundle of evidence proves both without a connection.",
    { size: 8.5, soft: true },
  );
  for (const one of given) await writeOne(out, one, c);
  const when = new Date(completedAt);
  await pdf.attach(original, "original.pdf", {
    mimeType: "application/pdf",
    description: "The document that was signed",
    creationDate: when,
    modificationDate: when,
  });
  await pdf.attach(
    new TextEncoder().encode(JSON.stringify(certificateData(c), null, 2)),
    "certificate.json",
    { mimeType: "application/json", description: "The certificate as data", creationDate: when },
  );
  return pdf.save();
};
