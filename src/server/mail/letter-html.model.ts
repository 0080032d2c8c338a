import { html, type Html } from "#kernel/html.ts";

/** A letter as its reader sees it; nothing of it is markup. */
export type ShownLetter = {
  subject: string;
  paragraphs: readonly string[];
  /** The one button. Shown as text where its address is none of the web. */
  link: { label: string; href: string } | null;
  /** Whose letter it is; null for one of the product itself. */
  agency: string | null;
  /** A button that sends a form to this path, for pages: a letter has none. */
  ask?: { label: string; action: string } | null;
  /** Why one gets it: a sentence of the footer. */
  why: string;
  /** Addresses below it are shown as links, others as text: visitors' words stand in letters. */
  origin: string;
  /** The agency's colours; the product's where it has none. */
  look?: LetterLook | null;
};

/** Colours of links and of buttons and the line above the sheet, by theme; white reads on `fill`. */
export type LetterLook = Readonly<Record<"light" | "dark", { link: string; fill: string }>>;

/** `auto` follows the reader's program; the others are for looking at both. */
export type Scheme = "auto" | "light" | "dark";

// The product's tokens, written out: mail programs know no variables.
type Colors = Record<"canvas" | "sheet" | "hair" | "text" | "quiet" | "link" | "fill", string>;
const light: Colors = {
  canvas: "#faf9f6",
  sheet: "#ffffff",
  hair: "#d9dee6",
  text: "#121927",
  quiet: "#596475",
  link: "#1d4ed8",
  fill: "#2563eb",
};
const dark: Colors = {
  canvas: "#090e18",
  sheet: "#111722",
  hair: "#2d3442",
  text: "#f1f4f7",
  quiet: "#929cab",
  link: "#93c5fd",
  fill: "#2563eb",
};

const rules = (c: Colors): string =>
  [
    `.canvas{background:${c.canvas} !important}`,
    `.sheet{background:${c.sheet} !important;border-color:${c.fill} ${c.hair} ${c.hair} !important}`,
    `.text{color:${c.text} !important}`,
    `.quiet{color:${c.quiet} !important}`,
    `.link{color:${c.link} !important}`,
  ].join("");

const both = "color-scheme:light dark;supported-color-schemes:light dark";
const styleOf = (scheme: Scheme, c: Colors): string =>
  ({
    auto: `:root{${both}}@media (prefers-color-scheme:dark){${rules(c)}}`,
    light: ":root{color-scheme:light}",
    dark: `:root{color-scheme:dark}${rules(c)}`,
  })[scheme];

const fonts = "font-family:Public Sans,Segoe UI,Helvetica,Arial,sans-serif";
const bare = html` role="presentation" cellpadding="0" cellspacing="0" border="0"`;
/** Text of a size and line in pixels, as an inline style. */
const type = (size: number, line: number, color: string, more = "") =>
  `${fonts};font-size:${size}px;line-height:${line}px;color:${color};${more}overflow-wrap:anywhere`;
const isWeb = (href: string) => /^https?:\/\/[^\s"'<>]+$/.test(href);

const inLines = (text: string): Html[] =>
  text.split("\n").map((line, at) => (at === 0 ? html`${line}` : html`<br />${line}`));

const escapedPattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const linkStyle = (c: Colors) => `color:${c.link};word-break:break-all`;

/** A paragraph's text; addresses of this site in it become links. */
const linked = (text: string, origin: string, c: Colors): Html[] =>
  text
    .split(new RegExp(`(${escapedPattern(origin)}/(?:[^\\s"'<>]*[^\\s"'<>.,;:!?)])?)`))
    .map((part, at) =>
      at % 2 === 1
        ? html`<a class="link" href="${part}" style="${linkStyle(c)}">${part}</a>`
        : html`${inLines(part)}`,
    );

const paragraph = (content: Html[]): Html =>
  html`<p class="text" style="margin:0 0 16px;${type(16, 25, light.text)}">${content}</p>`;

const buttonBox = "display:inline-block;padding:12px 22px;border-radius:6px;text-decoration:none";
const buttonText = `${buttonBox};${type(16, 20, "#ffffff", "font-weight:600;")}`;

const button = ({ label, href }: { label: string; href: string }, { fill }: Colors): Html =>
  isWeb(href)
    ? html`<table${bare} style="margin:24px 0 16px">
<tr><td bgcolor="${fill}" style="border-radius:6px;background:${fill}">
<a href="${href}" style="${buttonText}">${label}</a></td></tr>
</table>`
    : paragraph(inLines(`${label}: ${href}`));

const asked = ({ label, action }: { label: string; action: string }, { fill }: Colors): Html =>
  html`<form method="post" action="${action}" style="margin:24px 0 16px">
<button type="submit" style="${buttonText};border:0;background:${fill};cursor:pointer">${label}</button>
</form>`;

const head = ({ agency }: ShownLetter): Html =>
  html`<tr><td style="padding:0 4px 12px"><table width="100%"${bare}><tr>
<td class="text" style="${type(14, 20, light.text, "font-weight:600;")}">${agency ?? "Levee"}</td>
${
  agency !== null &&
  html`<td class="quiet" align="right" style="padding-left:16px;${type(14, 20, light.quiet)}">Levee</td>`
}
</tr></table></td></tr>`;

const sheetStyle = ({ sheet, hair, fill }: Colors) =>
  `background:${sheet};border:1px solid ${hair};border-top:3px solid ${fill};border-radius:8px;padding:28px 28px 16px`;
const titleStyle = `margin:0 0 18px;${type(22, 29, light.text, "font-weight:650;")}`;

const sheet = (letter: ShownLetter, c: Colors): Html =>
  html`<tr><td class="sheet" bgcolor="${light.sheet}" style="${sheetStyle(c)}">
<h1 class="text" style="${titleStyle}">${letter.subject}</h1>
${letter.paragraphs.map((text) => paragraph(linked(text, letter.origin, c)))}
${letter.link && button(letter.link, c)}
${letter.ask && asked(letter.ask, c)}
</td></tr>`;

const foot = ({ agency, why }: ShownLetter): Html =>
  html`<tr><td class="quiet" style="padding:16px 4px 0;${type(13, 20, light.quiet)}">
${agency !== null && html`${agency}<br />`}${why}
</td></tr>`;

/**
 * A letter as one HTML document in the product's look: tables and inline styles, as mail programs
 * read them; no image, no script, nothing from outside. Every text is escaped.
 */
export const letterHtml = (letter: ShownLetter, scheme: Scheme = "auto"): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${scheme === "auto" ? "light dark" : scheme}">
<meta name="supported-color-schemes" content="${scheme === "auto" ? "light dark" : scheme}">
<title>${letter.subject}</title>
<style>${styleOf(scheme, { ...dark, ...letter.look?.dark })}</style>
</head>
<body class="canvas" style="margin:0;padding:0;background:${light.canvas}">
<table class="canvas" width="100%"${bare} bgcolor="${light.canvas}" style="background:${light.canvas}">
<tr><td align="center" style="padding:24px 12px 32px">
<table width="100%"${bare} style="max-width:600px;text-align:left">
${head(letter)}
${sheet(letter, { ...light, ...letter.look?.light })}
${foot(letter)}
</table>
</td></tr>
</table>
</body>
</html>
`.text;
