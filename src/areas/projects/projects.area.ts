import type { AreaManifest } from "#kernel/area.ts";
import { projectPages } from "./projects.pages.ts";

export const projectsArea = {
  name: "projects",
  pages: projectPages,
  permissions: {
    "project.read": ["member"],
    "project.edit": ["project_manager", "manager", "admin"],
    "project.approve": ["budget_officer", "manager", "admin"],
    "dailyLog.edit": ["project_manager", "inspector", "manager", "admin"],
    "rfi.edit": ["project_manager", "inspector", "manager", "admin"],
    "rfi.answer": ["project_manager", "manager", "admin"],
    "submittal.edit": ["project_manager", "inspector", "manager", "admin"],
    "submittal.review": ["project_manager", "manager", "admin"],
    "punchItem.edit": ["project_manager", "inspector", "manager", "admin"],
    "punchItem.verify": ["project_manager", "inspector", "manager", "admin"],
    "payApplication.edit": ["project_manager", "inspector", "manager", "admin"],
    "payApplication.confirm": ["project_manager", "inspector", "manager", "admin"],
    "payApplication.certify": ["project_manager", "manager", "admin"],
    "schedule.edit": ["project_manager", "manager", "admin"],
    "schedule.progress": ["project_manager", "inspector", "manager", "admin"],
    "schedule.approve": ["manager", "admin"],
    "takeoff.edit": ["project_manager", "inspector", "manager", "admin"],
    "takeoff.publish": ["project_manager", "manager", "admin"],
    "takeoff.check": ["project_manager", "inspector", "manager", "admin"],
    "certifiedPayroll.read": ["project_manager", "manager", "admin"],
    "certifiedPayroll.edit": ["project_manager", "manager", "admin"],
  },
  duties: {
    project_manager: {
      place: 33,
      label: "Project manager",
    },
  },
  approvables: {
    project: {
      place: 50,
      label: "Project",
      icon: "clipboard",
      task: "Approve a project",
      decide: "project.approve",
      refused: {
        return: "It goes back to whoever runs it, who changes it.",
        reject: "The project is cancelled.",
      },
    },
  },
  publishes: {
    projects: {
      place: 5,
      label: "Projects, once somebody publishes them",
      hint: "Words, place, budget, paid, contractor, contract finish, chosen photos.",
    },
  },
  signables: { project: { place: 5, label: "Substantial completion of a project" } },
} as const satisfies AreaManifest;
