import type { Page } from "#kernel/access.ts";

export const trainingPages = {
  training: {
    path: "/admin/training",
    title: "Training",
    access: "signed-in",
    screen: "screens/TrainingPage.tsx",
  },
  learningAnalytics: {
    path: "/admin/learning-analytics",
    title: "Learning analytics",
    access: "signed-in",
    screen: "screens/AnalyticsPage.tsx",
  },
  enrolments: {
    path: "/admin/training/enrolments",
    title: "Enrollments",
    access: "signed-in",
    screen: "screens/EnrolmentsPage.tsx",
  },
  enrolment: {
    path: "/admin/training/enrolments/:id",
    title: "Course",
    access: "signed-in",
    screen: "screens/EnrolmentPage.tsx",
  },
  trainingSession: {
    path: "/admin/training/sessions/:id",
    title: "Session",
    access: "signed-in",
    screen: "screens/SessionPage.tsx",
  },
  seatOverride: {
    path: "/admin/training/overrides/:id",
    title: "Override",
    access: "signed-in",
    screen: "screens/OverridePage.tsx",
  },
  trainingCourse: {
    path: "/admin/training/courses/:id",
    title: "Course, its edition",
    access: "signed-in",
    screen: "screens/CoursePage.tsx",
  },
  trainingRequirement: {
    path: "/admin/training/requirements/:id",
    title: "Requirement",
    access: "signed-in",
    screen: "screens/RequirementPage.tsx",
  },
  certifications: {
    path: "/admin/certifications",
    title: "Certifications",
    access: "signed-in",
    screen: "screens/CertificationsPage.tsx",
  },
  personCertificateNew: {
    path: "/admin/certifications/new",
    title: "New certificate of a person",
    access: "signed-in",
    screen: "screens/CertificateNew.tsx",
  },
  personCertificateImport: {
    path: "/admin/certifications/import",
    title: "Import certificates of people",
    access: "signed-in",
    screen: "screens/CertificateImport.tsx",
  },
  personCertificateEdit: {
    path: "/admin/certifications/:id/edit",
    title: "Change a certificate of a person",
    access: "signed-in",
    screen: "screens/CertificateEdit.tsx",
  },
  personCertificate: {
    path: "/admin/certifications/:id",
    title: "Certificate of a person",
    access: "signed-in",
    screen: "screens/CertificatePage.tsx",
  },
} as const satisfies Record<string, Page>;
