// A phone: Chromium with a profile on the disk, that can be killed like one whose battery ends.
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser, type Page } from "playwright";

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

const flags = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--no-first-run",
  "--remote-debugging-port=0",
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
  "--window-size=390,844",
];

/** Where the phone is: the county seat of the demo. */
const seat = { latitude: 44.7894, longitude: -93.6022, accuracy: 12 };

export class Phone {
  readonly profile = mkdtempSync(join(tmpdir(), "levee-phone-"));
  private readonly url: string;
  private child: ChildProcess | null = null;
  private browser: Browser | null = null;
  private shown: Page | null = null;
  /** Errors that no line explains. */
  readonly faults: string[] = [];

  constructor(url: string) {
    this.url = url;
  }

  get page(): Page {
    if (!this.shown) throw new Error("The phone is off.");
    return this.shown;
  }

  /** Turns it on, on a page with nothing on it. */
  async on(): Promise<Page> {
    const port = join(this.profile, "DevToolsActivePort");
    rmSync(port, { force: true });
    this.child = spawn(
      process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
      [...flags, `--user-data-dir=${this.profile}`, "about:blank"],
      { detached: true, stdio: "ignore" },
    );
    for (const end = Date.now() + 30_000; !existsSync(port);) {
      if (Date.now() > end) throw new Error("Chromium did not come up.");
      await pause(25);
    }
    await pause(50);
    const [number] = readFileSync(port, "utf8").split("\n");
    this.browser = await chromium.connectOverCDP(`http://127.0.0.1:${number}`);
    const context = this.browser.contexts()[0]!;
    await context.grantPermissions(["geolocation"], { origin: this.url });
    await context.setGeolocation(seat);
    const page = context.pages()[0] ?? (await context.newPage());
    await page.setViewportSize({ width: 390, height: 844 });
    page.setDefaultTimeout(20_000);
    page.on("pageerror", (error) => void this.faults.push(String(error)));
    page.on("console", (message) => {
      const text = message.text();
      if (message.type() === "error" && /Content.Security|Refused to/i.test(text))
        this.faults.push(text);
    });
    this.shown = page;
    return page;
  }

  /** Its power goes, at once: nothing is written behind this. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child?.pid) return;
    const gone = new Promise<void>((done) => child.once("exit", () => done()));
    process.kill(-child.pid, "SIGKILL");
    await gone;
    this.child = null;
    this.shown = null;
    await this.browser?.close().catch(() => undefined);
    this.browser = null;
  }

  /** Ends it and takes its profile away. */
  async end(): Promise<void> {
    await this.kill();
    for (let tries = 0; tries < 20; tries++)
      try {
        return rmSync(this.profile, { recursive: true, force: true });
      } catch {
        await pause(200);
      }
  }
}
