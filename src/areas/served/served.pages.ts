import type { Page } from "#kernel/access.ts";

const member = { access: "signed-in" } as const;

export const servedPages = {
  clients: {
    ...member,
    path: "/clients",
    title: "Clients",
    screen: "screens/ClientsPage.tsx",
  },
  customerManagement: {
    ...member,
    path: "/customer-management",
    title: "Customer management",
    screen: "screens/BoardPage.tsx",
  },
  clientRequests: {
    ...member,
    path: "/customer-management/requests",
    title: "Requests of clients",
    screen: "screens/RequestsPage.tsx",
  },
  clientBills: {
    ...member,
    path: "/customer-management/bills",
    title: "Bills to clients",
    screen: "screens/BillsPage.tsx",
  },
  clientAgreements: {
    ...member,
    path: "/clients/agreements",
    title: "Agreements with clients",
    screen: "screens/AgreementsPage.tsx",
  },
  servedClient: {
    ...member,
    path: "/clients/:id",
    title: "Client",
    screen: "screens/ClientPage.tsx",
  },
  clientAgreement: {
    ...member,
    path: "/clients/agreements/:id",
    title: "Agreement with a client",
    screen: "screens/AgreementPage.tsx",
  },
  clientAgreementNew: {
    ...member,
    path: "/clients/:id/agreements/new",
    title: "New agreement",
    screen: "screens/AgreementNew.tsx",
  },
  clientAgreementEdit: {
    ...member,
    path: "/clients/agreements/:id/edit",
    title: "Change an agreement",
    screen: "screens/AgreementEdit.tsx",
  },
  clientRequest: {
    ...member,
    path: "/clients/requests/:id",
    title: "Request of a client",
    screen: "screens/RequestPage.tsx",
  },
  clientBill: {
    ...member,
    path: "/clients/bills/:id",
    title: "Bill to a client",
    screen: "screens/BillPage.tsx",
  },
  servedByLink: {
    path: "/served/:token",
    title: "Your page",
    access: "open",
    screen: "screens/LinkPage.tsx",
    frame: "bare",
  },
} as const satisfies Record<string, Page>;
