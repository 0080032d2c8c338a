import type { Page } from "#kernel/access.ts";

export const policiesPages = {
  agencyPolicies: {
    path: "/certifications-policies",
    title: "Certifications and policies",
    access: "open",
    screen: "screens/PoliciesPage.tsx",
  },
  agencyPolicyNew: {
    path: "/certifications-policies/policies/new",
    title: "New policy",
    access: "signed-in",
    screen: "screens/PolicyNew.tsx",
  },
  agencyPolicyEdit: {
    path: "/certifications-policies/policies/:id/edit",
    title: "Change a policy",
    access: "signed-in",
    screen: "screens/PolicyEdit.tsx",
  },
  agencyPolicy: {
    path: "/certifications-policies/policies/:id",
    title: "Policy",
    access: "open",
    screen: "screens/PolicyPage.tsx",
  },
  agencyCertificateNew: {
    path: "/certifications-policies/certificates/new",
    title: "New certificate",
    access: "signed-in",
    screen: "screens/CertificateNew.tsx",
  },
  agencyCertificateEdit: {
    path: "/certifications-policies/certificates/:id/edit",
    title: "Change a certificate",
    access: "signed-in",
    screen: "screens/CertificateEdit.tsx",
  },
  agencyCertificate: {
    path: "/certifications-policies/certificates/:id",
    title: "Certificate of the agency",
    access: "signed-in",
    screen: "screens/CertificatePage.tsx",
  },
} as const satisfies Record<string, Page>;
