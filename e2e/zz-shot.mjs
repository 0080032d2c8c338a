import { chromium } from "playwright";
const url = "http://localhost:3145";
const [who, theme, width, ...paths] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });
const context = await browser.newContext({ viewport: { width: Number(width), height: 1000 }, reducedMotion: "reduce" });
await context.addInitScript((t) => localStorage.setItem("levee.theme", t), theme);
const page = await context.newPage();
page.setDefaultTimeout(90_000);
const faults = [];
page.on("console", (m) => void (m.type() === "error" && faults.push(m.text())));
page.on("pageerror", (e) => void faults.push(String(e)));
await page.goto(`${url}/auth`);
await page.getByLabel("Email").first().fill(`${who}@demo.levee.test`);
await page.getByLabel("Password").first().fill("Levee-demo-2026!");
await page.getByRole("button", { name: "Sign in", exact: true }).last().click();
await page.waitForURL((u) => !u.pathname.startsWith("/auth"));
for (const [n, p] of paths.entries()) {
  let to = p;
  if (p.startsWith("api:")) {
    const [, api, pick, target] = p.split("|").length === 3 ? ["", ...p.slice(4).split("|")] : [];
    const answer = await page.evaluate(async (a) => (await fetch(a)).json(), api);
    const item = answer.items[Number(pick) || 0];
    to = target.replace("{id}", item.id);
  }
  await page.goto(url + to);
  await page.waitForLoadState("networkidle").catch(() => {});
  await page.waitForTimeout(2500);
  await page.screenshot({ path: `/tmp/money-shots/${who}-${theme}-${width}-${n}.png`, fullPage: true });
  console.log(n, page.url(), await page.title());
}
console.log("faults", faults);
await browser.close();
