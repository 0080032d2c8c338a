import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const browsers = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The browser for the journeys; a Debian machine without one gets Chromium through apt. */
export const browser = () => {
  const found = browsers.find((path) => path && existsSync(path));
  if (found) return found;
  if (existsSync("/usr/bin/apt-get") && process.getuid?.() === 0) {
    console.log("Installing Chromium …");
    spawnSync(
      "sh",
      [
        "-c",
        "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium",
      ],
      { stdio: ["ignore", "ignore", "inherit"] },
    );
    if (existsSync("/usr/bin/chromium")) return "/usr/bin/chromium";
  }
  throw new Error(
    "No Chromium was found. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.",
  );
};
