import type { Page } from "#kernel/access.ts";

export const organizationPages = {
  team: { path: "/team", title: "Team", access: "signed-in", screen: "member/Team.tsx" },
  agencyCalendar: {
    path: "/settings/calendar",
    title: "Agency calendar",
    access: "signed-in",
    screen: "calendar/AgencyCalendar.tsx",
  },
  administration: {
    path: "/admin",
    title: "Administration",
    access: ["admin", "manager"],
    screen: "administration/Administration.tsx",
  },
  tenant: {
    path: "/admin/tenant",
    title: "Tenant",
    access: ["admin"],
    screen: "tenant/Tenant.tsx",
  },
  theme: {
    path: "/utilities/theme",
    title: "Theme",
    access: ["admin"],
    screen: "look/Theme.tsx",
  },
  shortcuts: {
    path: "/utilities/shortcuts",
    title: "Shortcuts",
    access: ["admin"],
    screen: "shortcuts/Shortcuts.tsx",
  },
  notifications: {
    path: "/notifications",
    title: "Notifications",
    access: "signed-in",
    screen: "notification/Notifications.tsx",
  },
} as const satisfies Record<string, Page>;
