import { formatDate } from "#kernel/dates.ts";
import { type Day, day } from "#kernel/time.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";

const why = "You get this letter because {agency} asked you to sign a document.";

type Asked = {
  agency: string;
  signer: string;
  number: string;
  title: string;
  expiresOn: Day;
  /** By a link of one's own, in place of the portal. */
  byLink: boolean;
  href: string;
};

/** Asks somebody outside the agency to sign. */
export const signatureLetter = defineLetter({
  kind: "signature",
  why,
  write: ({ agency, signer, number, title, expiresOn, byLink, href }: Asked) => ({
    subject: `${agency} asks for your signature: ${number}`,
    paragraphs: [
      `${agency} asks ${signer} to sign ${number}, ${title}.`,
      byLink
        ? "The link is for you alone and ends with your signature. Before you read the document, a code is sent to this address in a second letter."
        : "Sign in to the vendor portal to read the document and to sign it.",
      `You can sign until ${formatDate(expiresOn)}. You may also decline there and say why.`,
    ],
    link: { label: "Read and sign", href },
  }),
  sample: {
    agency: "Gulfside",
    signer: "Ada Lindqvist",
    number: "CON-2027-00003",
    title: "Road materials",
    expiresOn: day("2027-03-31"),
    byLink: true,
    href: "/sign/sample",
  },
});

type Copy = {
  agency: string;
  number: string;
  title: string;
  sha256: string;
  byLink: boolean;
  href: string;
};

/** Brings a signer outside the document that everybody has signed. */
export const signatureCopy = defineLetter({
  kind: "signature_copy",
  why,
  write: ({ agency, number, title, sha256, byLink, href }: Copy) => ({
    subject: `${number} is signed by all: your copy`,
    paragraphs: [
      `Everybody has signed ${number}, ${title}. The signed document with its certificate is enclosed. Keep it.`,
      byLink
        ? `The link opens it again as long as ${agency} keeps the record. A code is sent to this address first.`
        : "The vendor portal has it as well, as long as the agency keeps the record.",
      `The SHA-256 of the signed document is ${sha256}.`,
    ],
    link: { label: "Open the signed document", href },
  }),
  sample: {
    agency: "Gulfside",
    number: "CON-2027-00003",
    title: "Road materials",
    sha256: "0".repeat(64),
    byLink: true,
    href: "/sign/sample",
  },
});

/** Tells a signer outside what became of a request: complete, declined, ended. */
export const signatureNews = defineLetter({
  kind: "signature",
  why,
  write: ({ title, body }: { title: string; body: string }) => ({
    subject: title,
    paragraphs: [body],
  }),
  sample: {
    title: "CON-2027-00003 is signed",
    body: "Everybody has signed. The signed document is in the portal.",
  },
});

type Code = { agency: string; number: string; code: string; minutes: number };

/** The code that opens a link to a document. */
export const signatureCodeLetter = defineLetter({
  kind: "signature_code",
  why,
  write: ({ agency, number, code, minutes }: Code) => ({
    subject: `${code} is your code for ${number}`,
    paragraphs: [
      `Enter ${code} where you opened the link of ${agency}. It counts for ${minutes} minutes.`,
      "If you did not ask for it, somebody else has your link. Tell the agency, and sign nothing.",
    ],
  }),
  sample: { agency: "Gulfside", number: "CON-2027-00003", code: "482913", minutes: 10 },
});
