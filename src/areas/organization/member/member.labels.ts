import type { roles } from "#kernel/access.ts";

// Apart from the model, so that screens load without zod.
export const roleLabels: Record<(typeof roles)[number], { label: string; about: string }> = {
  user: { label: "User", about: "Works with records; duties say which" },
  manager: { label: "Manager", about: "Approves, sees the agency's figures" },
  admin: { label: "Admin", about: "Members, settings, policies" },
  platform_admin: { label: "Platform admin", about: "Runs the platform; no money or award powers" },
};
