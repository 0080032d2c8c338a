import type { Page } from "#kernel/access.ts";

export const formsPages = {
  formStudio: {
    path: "/utility-form-filler",
    title: "Form filler",
    access: ["admin", "manager"],
    screen: "builder/FormStudio.tsx",
  },
  formNew: {
    path: "/utility-form-filler/forms/new",
    title: "New form",
    access: "signed-in",
    screen: "builder/FormBuilder.tsx",
  },
  formEdit: {
    path: "/utility-form-filler/forms/:id",
    title: "Design a form",
    access: "signed-in",
    screen: "builder/FormBuilder.tsx",
  },
  paperNew: {
    path: "/utility-form-filler/papers/new",
    title: "New PDF template",
    access: "signed-in",
    screen: "paper/PaperNew.tsx",
  },
  paperEdit: {
    path: "/utility-form-filler/papers/:id",
    title: "What stands where",
    access: "signed-in",
    screen: "paper/PaperEditor.tsx",
  },
  forms: {
    path: "/forms",
    title: "Forms",
    access: "signed-in",
    screen: "submission/FormsHome.tsx",
  },
  formFill: {
    path: "/forms/fill/:id",
    title: "Fill in a form",
    access: "signed-in",
    screen: "filling/StaffFill.tsx",
  },
  formSubmission: {
    path: "/forms/:id",
    title: "Submission",
    access: "signed-in",
    screen: "submission/SubmissionPage.tsx",
  },
  formCorrect: {
    path: "/forms/:id/answers",
    title: "Change answers",
    access: "signed-in",
    screen: "filling/StaffCorrect.tsx",
  },
  portalForms: {
    path: "/vendor-portal/forms",
    title: "Forms",
    access: "signed-in",
    screen: "filling/PortalForms.tsx",
  },
  portalForm: {
    path: "/vendor-portal/forms/:orgId/:id",
    title: "Fill in a form",
    access: "signed-in",
    screen: "filling/PortalFill.tsx",
  },
  publicForm: {
    path: "/citizen-portal/forms/:slug",
    title: "Fill in a form",
    access: "open",
    screen: "filling/PublicForm.tsx",
    frame: "bare",
  },
} as const satisfies Record<string, Page>;
