import { expect, test } from "vitest";
import { letterHtml, type ShownLetter } from "./letter-html.model.ts";
import { readStored, withOrigin, written } from "./letter.model.ts";

const origin = "https://levee.test";
const shown = (over: Partial<ShownLetter> = {}): ShownLetter => ({
  subject: "Purchase order 2027-0001",
  paragraphs: ["Ash Paving,", "We order from you."],
  link: { label: "Read the order", href: `${origin}/orders/acknowledge?token=a.b&x=1` },
  agency: "Ash County",
  why: "You get this letter because Ash County buys from you.",
  origin,
  ...over,
});

test("a letter is one document with its words, one button and why one gets it; nothing comes from outside", () => {
  const text = letterHtml(shown());
  expect(text).toContain("<h1");
  expect(text.match(/<a /g)).toHaveLength(1);
  expect(text).toContain('href="https://levee.test/orders/acknowledge?token=a.b&amp;x=1"');
  expect(text).toContain("because Ash County buys from you");
  expect(text).toContain("prefers-color-scheme:dark");
  expect(text).toContain('name="color-scheme" content="light dark"');
  expect(text).not.toMatch(/<img|<script|<link|url\(|@import|\ssrc=/i);
});

test("what strangers wrote stays text: subject, vendor, label, agency, and addresses that are none of ours", () => {
  const bad = `"><script>alert(1)</script><img src=x onerror='a'>`;
  const text = letterHtml(
    shown({
      subject: bad,
      agency: bad,
      why: bad,
      paragraphs: [bad, "See https://evil.test/pay and https://levee.test/bids."],
      link: { label: bad, href: "javascript:alert(1)" },
    }),
  );
  expect(text).not.toMatch(/<script|<img/);
  expect(text).not.toContain('href="javascript');
  expect(text).not.toContain('href="https://evil.test');
  expect(text.match(/<a [^>]*href="([^"]*)"/g)).toHaveLength(1);
  expect(text).toContain('href="https://levee.test/bids"');
  expect(letterHtml(shown({ link: { label: "x", href: `${origin}/" onclick="a` } }))).not.toMatch(
    /onclick="a/,
  );
});

test("what the queue keeps is read back as it was written, also where words look like a link", () => {
  const letter = {
    subject: "Hello\r\nBcc: everyone@county.test\u2028x",
    paragraphs: ["First.\nOf two lines.", "Open it:\n{origin}/elsewhere"],
    link: { label: "Open it", href: "/notifications" },
  };
  const { subject, text, href } = written(letter);
  expect(subject).toBe("Hello Bcc: everyone@county.test x");
  expect(readStored(text, href)).toEqual({ paragraphs: letter.paragraphs, label: "Open it" });
  expect(withOrigin(href!, origin)).toBe("https://levee.test/notifications");
  const plain = written({ subject: "x", paragraphs: ["Levee", "Only words."] });
  expect(readStored(plain.text, plain.href)).toEqual({
    paragraphs: ["Levee", "Only words."],
    label: null,
  });
});
