import type { Page } from "#kernel/access.ts";

export const flowsPages = {
  flowDesigner: {
    path: "/workflow-designer",
    title: "Workflow designer",
    access: "signed-in",
    screen: "designer/FlowList.tsx",
  },
  flowNew: {
    path: "/workflow-designer/new",
    title: "New workflow",
    access: "signed-in",
    screen: "designer/FlowEditor.tsx",
  },
  flowEdit: {
    path: "/workflow-designer/:id",
    title: "Workflow",
    access: "signed-in",
    screen: "designer/FlowEditor.tsx",
  },
  flowRuleNew: {
    path: "/workflow-designer/rules/new",
    title: "New auto rule",
    access: "signed-in",
    screen: "rules/RuleForm.tsx",
  },
  flowRule: {
    path: "/workflow-designer/rules/:id",
    title: "Auto rule",
    access: "signed-in",
    screen: "rules/RuleForm.tsx",
  },
  flowRuns: {
    path: "/workflow-engine",
    title: "Workflow runs",
    access: "signed-in",
    screen: "engine/RunList.tsx",
  },
  flowRun: {
    path: "/workflow-engine/:id",
    title: "Workflow run",
    access: "signed-in",
    screen: "engine/RunPage.tsx",
  },
} as const satisfies Record<string, Page>;
