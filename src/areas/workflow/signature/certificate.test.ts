import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PDFDocument } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { pdfText } from "#server/files/pdf-text.ts";
import { certified, type CertificateOf, type Given } from "./certificate.service.ts";

const at = "2026-11-25T15:00:00.000Z";
const given = (name: string, typed = name): Given =>
  ({
    side: "link",
    askedName: name,
    personId: null,
    email: "signer@example.org",
    askedAt: at,
    name,
    mark: { kind: "typed", text: typed },
    proof: "link_and_code",
    address: "192.0.2.7",
    agreed: [],
    sha256: "0".repeat(64),
    signedAt: at,
    basis: null,
  }) as unknown as Given;

const shown = async (names: readonly string[]): Promise<string> => {
  const pdf = await PDFDocument.create();
  pdf.addPage([200, 200]);
  const bytes = await certified(await pdf.save(), {
    request: {
      id: "r",
      number: "CON-2027-00003",
      title: "Przegląd mostu",
      sha256: "1".repeat(64),
      sourceType: "contract",
      sourceId: "c",
      expiresOn: "2027-01-31",
    },
    given: names.map((name) => given(name)),
    agency: { name: "Gulfside", timeZone: "America/Chicago" },
    completedAt: at,
  } as unknown as CertificateOf);
  const folder = await mkdtemp(join(tmpdir(), "levee-certificate-"));
  try {
    await writeFile(join(folder, "signed.pdf"), bytes);
    const { text } = await pdfText(join(folder, "signed.pdf"));
    return text.replaceAll(/\s+/g, " ");
  } finally {
    await rm(folder, { recursive: true });
  }
};

test("names stand in a certificate as they are written, also beyond Windows-1252", async () => {
  const names = [
    "Łukasz Żółkiewski",
    "Nguyễn Thị Hòa",
    "Ольга Смирнова",
    "Ελένη Παπαδάκη",
    "Dž. Ćorić",
  ];
  const text = await shown(names);
  for (const name of [...names, "Przegląd mostu"]) {
    expect(text, name).toContain(name);
    expect(text, name).toContain(name.normalize("NFC"));
  }
  expect(text).not.toContain("?");
});

test("a letter that no font has is a question mark in the pages; the rest of the name stands", async () => {
  expect(await shown(["李 Li Wei"])).toContain("? Li Wei");
});
