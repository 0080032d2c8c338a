import type { UnbuiltTexts } from "./unbuilt-text.labels.ts";

/** Coming screens of governance, security, quality and training. */
export const officeTexts: UnbuiltTexts = {
  "/tenant-management": {
    does: ["Create and close agencies, see their plan and size, and set what they may use."],
    nearest: ["Dashboard", "/dashboard"],
  },
  "/platform-admin": {
    does: [
      "Run the platform: agencies, health, releases, security events. No powers over an agency's money.",
    ],
    nearest: ["Dashboard", "/dashboard"],
  },
};
