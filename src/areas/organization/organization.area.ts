import type { AreaManifest } from "#kernel/area.ts";
import { organizationPages } from "./organization.pages.ts";

export const organizationArea = {
  name: "organization",
  pages: organizationPages,
  permissions: {
    "organization.read": ["member"],
    "organization.edit": ["admin"],
    "member.read": ["member", "platform_admin"],
    "member.edit": ["admin"],
    "member.confirm": ["admin", "manager", "treasurer", "budget_officer"],
    "department.read": ["member"],
    "department.edit": ["admin"],
    "notification.read": ["member", "vendor"],
    "organization.publish": ["admin"],
    "administration.read": ["admin", "manager"],
    "masterList.read": ["member"],
    "masterList.suggest": ["member"],
    "master.edit": ["admin", "manager"],
    "account.manage": ["platform_admin"],
  },
  duties: {
    requester: { place: 1, label: "Requester" },
    read_only: {
      place: 10,
      label: "Read only",
    },
  },
} as const satisfies AreaManifest;
