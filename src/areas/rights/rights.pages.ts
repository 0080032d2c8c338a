import type { Page } from "#kernel/access.ts";

export const rightsPages = {
  people: {
    path: "/user-management",
    title: "User management",
    access: "signed-in",
    screen: "people/UserManagement.tsx",
  },
  peopleImport: {
    path: "/user-management/import",
    title: "Import invitations",
    access: "signed-in",
    screen: "people/InvitationImport.tsx",
  },
  personFile: {
    path: "/user-management/:id",
    title: "Person",
    access: "signed-in",
    screen: "people/PersonPage.tsx",
  },
  leaving: {
    path: "/user-management/:id/leaving",
    title: "Somebody leaves",
    access: "signed-in",
    screen: "leaver/LeavingPage.tsx",
  },
} as const satisfies Record<string, Page>;
