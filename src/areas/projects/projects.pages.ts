import type { Page } from "#kernel/access.ts";

export const projectPages = {
  projects: {
    path: "/projects",
    title: "Projects",
    also: "construction, capital projects, budget of a project, substantial completion, certificate",
    access: "signed-in",
    screen: "screens/ProjectsPage.tsx",
  },
  projectNew: {
    path: "/projects/new",
    title: "New project",
    access: "signed-in",
    screen: "screens/ProjectNew.tsx",
  },
  projectImport: {
    path: "/projects/import",
    title: "Import projects",
    access: "signed-in",
    screen: "screens/ProjectImport.tsx",
  },
  projectEdit: {
    path: "/projects/:id/edit",
    title: "Change a project",
    access: "signed-in",
    screen: "screens/ProjectEdit.tsx",
  },
  project: {
    path: "/projects/:id",
    title: "Project",
    access: "signed-in",
    screen: "screens/ProjectPage.tsx",
  },
} as const satisfies Record<string, Page>;
