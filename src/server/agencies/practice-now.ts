import { AsyncLocalStorage } from "node:async_hooks";
import { practiceMark } from "#kernel/practice.ts";

const now = new AsyncLocalStorage<boolean>();

/** Does work of a copy for practice, or of an agency of its own: papers that are made within know it. */
export const practising = <T>(practice: boolean, work: () => T): T => now.run(practice, work);

/** Whether what runs now is work of a copy for practice. */
export const inPractice = (): boolean => now.getStore() === true;

const look = [
  "position:fixed;top:0;left:0;right:0",
  "text-align:center;font:700 13px sans-serif;letter-spacing:3px",
  "color:#8a5a00;background:#fff;border-bottom:2px dashed #8a5a00",
].join(";");
const stamp = `<div style="${look}">${practiceMark}</div>`;

/** A document with the mark of a copy for practice on each of its pages, where it is made within one. */
export const stamped = (document: string): string => {
  if (!now.getStore()) return document;
  return document.includes("</body>")
    ? document.replace("</body>", `${stamp}</body>`)
    : document + stamp;
};

/** The name of a file that is handed out of a copy for practice. */
export const practiceDisposition = (header: string): string =>
  header
    .replace(/filename="/, `filename="${practiceMark.replace(" ", "-")}-`)
    .replace(/filename=(?!")/, `filename=${practiceMark.replace(" ", "-")}-`)
    .replace(/filename\*=UTF-8''/i, (start) => `${start}${practiceMark.replace(" ", "-")}-`);
