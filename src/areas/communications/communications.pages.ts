import type { Page } from "#kernel/access.ts";

export const communicationsPages = {
  templates: {
    path: "/utilities/templates",
    title: "Templates",
    access: ["admin", "manager"],
    screen: "template/TemplateList.tsx",
  },
  templateNew: {
    path: "/utilities/templates/new",
    title: "New template",
    access: "signed-in",
    screen: "template/TemplateEditor.tsx",
  },
  templateEdit: {
    path: "/utilities/templates/:id",
    title: "Write a template",
    access: "signed-in",
    screen: "template/TemplateEditor.tsx",
  },
  communications: {
    path: "/communications",
    title: "Communications",
    access: "signed-in",
    screen: "notice/Communications.tsx",
  },
  noticeNew: {
    path: "/communications/new",
    title: "New notice",
    access: "signed-in",
    screen: "notice/NoticeEditor.tsx",
  },
  notice: {
    path: "/communications/:id",
    title: "Notice",
    access: "signed-in",
    screen: "notice/NoticePage.tsx",
  },
  noticeEdit: {
    path: "/communications/:id/edit",
    title: "Change a notice",
    access: "signed-in",
    screen: "notice/NoticeEditor.tsx",
  },
} as const satisfies Record<string, Page>;
