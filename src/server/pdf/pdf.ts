import { existsSync } from "node:fs";
import { Problem } from "../../kernel/errors.ts";

const places = () => [process.env.CHROMIUM_PATH, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];

/** Where a browser that makes PDFs is installed, or null. */
export const pdfBrowser = (): string | null => places().find((path) => path && existsSync(path)) ?? null;

/** 503 with what to do where no browser is installed. */
export const requirePdfBrowser = (): string => {
  const path = pdfBrowser();
  if (!path) throw new Problem("upstream", "no_browser", "No browser is installed on the server, so it cannot make a PDF. Use Print and save as PDF, or ask the operator to install Chromium.", { status: 503 });
  return path;
};

const escape: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Text for HTML. */
export const html = (text: string): string => text.replace(/[&<>"]/g, (c) => escape[c]!);

let busy: Promise<unknown> = Promise.resolve();

/**
 * A tagged PDF (structure tree, title, outline) of a complete HTML document without outside resources; scripts and network are off.
 * One at a time. 503 where no browser is installed.
 */
export const makePdf = (document: string): Promise<Buffer> => {
  const executablePath = requirePdfBrowser();
  const job = busy.then(async () => {
    const { chromium } = await import("playwright");
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });
    try {
      const context = await browser.newContext({ javaScriptEnabled: false, offline: true });
      const page = await context.newPage();
      await page.setContent(document, { waitUntil: "load" });
      return await page.pdf({ format: "Letter", tagged: true, outline: true, displayHeaderFooter: true, headerTemplate: "<span></span>", footerTemplate: '<div style="font-size:8px;width:100%;text-align:center">Page <span class="pageNumber"></span> of <span class="totalPages"></span></div>', margin: { top: "18mm", bottom: "18mm", left: "16mm", right: "16mm" } });
    } finally {
      await browser.close();
    }
  });
  busy = job.catch(() => {});
  return job;
};
