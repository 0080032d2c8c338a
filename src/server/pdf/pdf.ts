import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { existsSync } from "node:fs";
import { constants as osConstants, setPriority } from "node:os";
import { stamped } from "../agencies/practice-now.ts";
import { Problem } from "#kernel/errors.ts";

const places = () => [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Where a browser that makes PDFs is installed, or null. */
export const pdfBrowser = (): string | null =>
  places().find((path) => path && existsSync(path)) ?? null;

/** 503 with what to do where no browser is installed. */
export const requirePdfBrowser = (): string => {
  const path = pdfBrowser();
  if (!path)
    throw new Problem(
      "upstream",
      "no_browser",
      "No browser is installed on the server, so it cannot make a PDF. Use Print and save as PDF, or ask the operator to install Chromium.",
      { status: 503 },
    );
  return path;
};

const escape: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
/** Text for HTML. */
export const html = (text: string): string => text.replace(/[&<>"]/g, (c) => escape[c]!);

/**
 * So long a browser may take for one document, from its start on, in milliseconds. The first start
 * after a boot takes some 3 s and 2,000 lines another 4 on two busy cores; the next document waits
 * meanwhile, and proxies give up on an answer after 60 s.
 */
const pdfLimit = 30_000;
/** So long it may take to end by itself; a browser that hangs does not. */
const endLimit = 3_000;

const within = async <T>(work: Promise<T>, ms: number): Promise<T | "late"> => {
  let timer: NodeJS.Timeout | undefined;
  work.catch(() => {});
  try {
    return await Promise.race([
      work,
      new Promise<"late">((done) => {
        timer = setTimeout(done, ms, "late");
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
};

/** What a browser takes is left to those who wait for a click: twenty documents hold up an import. */
const standBack = (one: ChildProcess, program: string, mark: string): void => {
  if (one.spawnfile !== program || !one.pid || !one.spawnargs.includes(mark)) return;
  try {
    setPriority(one.pid, osConstants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, or this system knows no priorities.
  }
};

/**
 * Runs `work` and ends the processes of `program` that were begun meanwhile with `mark` among their
 * arguments, with their children, if they still run when it is over. The launcher tells nobody the
 * process of a browser that never answers.
 */
const leavingNoProcess = async <T>(
  program: string,
  mark: string,
  work: () => Promise<T>,
): Promise<T> => {
  const begun: ChildProcess[] = [];
  const note = (message: unknown) => {
    const one = (message as { process: ChildProcess }).process;
    begun.push(one);
    setImmediate(() => standBack(one, program, mark));
  };
  subscribe("child_process", note);
  try {
    return await work();
  } finally {
    unsubscribe("child_process", note);
    // What a process was started with is known only behind its beginning.
    for (const one of begun.filter((each) => each.spawnargs?.includes(mark))) {
      if (one.spawnfile !== program || !one.pid || one.exitCode !== null || one.signalCode !== null)
        continue;
      // It leads a process group of its own.
      try {
        process.kill(-one.pid, "SIGKILL");
      } catch {
        one.kill("SIGKILL");
      }
    }
  }
};

/** So many browsers at once: a long document does not hold up a short one, and memory is bounded. */
const atOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];

/** Runs `work` when a browser is free; whoever is done hands it on to who waited longest. */
const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running < atOnce) running++;
  else await new Promise<void>((turn) => waiting.push(turn));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
};

const pagesOf = {
  letter: {
    format: "Letter",
    displayHeaderFooter: true,
    headerTemplate: "<span></span>",
    footerTemplate:
      '<div style="font-size:8px;width:100%;text-align:center">Page <span class="pageNumber"></span> of <span class="totalPages"></span></div>',
    margin: { top: "18mm", bottom: "18mm", left: "16mm", right: "16mm" },
  },
  own: { preferCSSPageSize: true },
} as const;

/**
 * A tagged PDF (structure tree, title, outline) of a complete HTML document without outside
 * resources; scripts and network are off.
 * Its pages are Letter with a page number; `own` takes them from its `@page`, without anything else
 * on them. Two at a time. 503 where no browser is installed, 504 when it was not done after `limit`
 * milliseconds; the browser is ended in any case, so that the next try begins anew.
 */
export const makePdf = (
  document: string,
  limit = pdfLimit,
  pages: keyof typeof pagesOf = "letter",
): Promise<Buffer> => {
  const executablePath = requirePdfBrowser();
  const marked = stamped(document);
  const mark = `--levee-document=${randomUUID()}`;
  return inTurn(() =>
    leavingNoProcess(executablePath, mark, async () => {
      const { chromium } = await import("playwright");
      const made = await within(
        chromium
          .launch({
            executablePath,
            timeout: 0,
            args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", mark],
          })
          .then(async (browser) => {
            const context = await browser.newContext({ javaScriptEnabled: false, offline: true });
            const page = await context.newPage();
            await page.setContent(marked, { waitUntil: "load", timeout: 0 });
            const bytes = await page.pdf({ tagged: true, outline: true, ...pagesOf[pages] });
            await within(browser.close(), endLimit);
            return bytes;
          }),
        limit,
      );
      if (made === "late")
        throw new Problem(
          "upstream",
          "pdf_took_too_long",
          `The server's browser did not make the PDF within ${Math.ceil(limit / 1000)} seconds and was ended. Try again, or use Print and save as PDF.`,
          { status: 504 },
        );
      return made;
    }),
  );
};
