import type { Page } from "#kernel/access.ts";

export const trainingPages = {
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
