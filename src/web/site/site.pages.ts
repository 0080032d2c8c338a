import type { Page } from "#kernel/access.ts";

/**
 * The public pages. What each is about, in a sentence, stands in `descriptions.ts`; the values of
 * `:slug` in the lists of articles and guides.
 */
export const sitePages = {
  landing: {
    path: "/",
    title: "Levee: every public dollar, from the need to the proof",
    access: "public",
    screen: "landing/Landing.tsx",
  },
  products: {
    path: "/products",
    title: "Products",
    access: "public",
    screen: "content/Products.mdx",
  },
  solutions: {
    path: "/solutions",
    title: "Solutions",
    access: "public",
    screen: "content/Solutions.mdx",
  },
  solutionProcurement: {
    path: "/solutions/government-procurement",
    title: "Government procurement",
    access: "public",
    screen: "content/SolutionProcurement.mdx",
  },
  solutionDisaster: {
    path: "/solutions/disaster-recovery-grants",
    title: "Disaster recovery grants",
    access: "public",
    screen: "content/SolutionDisaster.mdx",
  },
  solutionGrants: {
    path: "/solutions/grant-management",
    title: "Grant management",
    access: "public",
    screen: "content/SolutionGrants.mdx",
  },
  customerStories: {
    path: "/customer-stories",
    title: "Scenarios of the demo agency",
    access: "public",
    screen: "content/CustomerStories.mdx",
  },
  about: { path: "/about", title: "About", access: "public", screen: "content/About.mdx" },
  careers: { path: "/careers", title: "Careers", access: "public", screen: "content/Careers.mdx" },
  investors: {
    path: "/investors",
    title: "Investors",
    access: "public",
    screen: "content/Investors.mdx",
  },
  pricing: { path: "/pricing", title: "Pricing", access: "public", screen: "content/Pricing.mdx" },
  trustCenter: {
    path: "/trust-center",
    title: "Trust center",
    access: "public",
    screen: "content/TrustCenter.mdx",
  },
  accessibility: {
    path: "/accessibility",
    title: "Accessibility",
    access: "public",
    screen: "content/Accessibility.mdx",
  },
  privacy: { path: "/privacy", title: "Privacy", access: "public", screen: "content/Privacy.mdx" },
  terms: { path: "/terms", title: "Terms", access: "public", screen: "content/Terms.mdx" },
  disasterRecovery: {
    path: "/disaster-recovery",
    title: "Disaster recovery",
    access: "public",
    screen: "content/DisasterRecovery.mdx",
  },
  blockchainTrust: {
    path: "/blockchain-trust",
    title: "An audit trail that proves itself",
    access: "public",
    screen: "content/BlockchainTrust.mdx",
  },
  iotIntelligence: {
    path: "/iot-intelligence",
    title: "Devices and evidence",
    access: "public",
    screen: "content/IotIntelligence.mdx",
  },
  quantumAdvantage: {
    path: "/quantum-ai-advantage",
    title: "Optimal awards with proof",
    access: "public",
    screen: "content/QuantumAdvantage.mdx",
  },
  quantumRoutes: {
    path: "/quantum-route-optimization",
    title: "Routes with a bound",
    access: "public",
    screen: "content/QuantumRoutes.mdx",
  },
  carbonCredits: {
    path: "/carbon-credits",
    title: "Carbon ledger",
    access: "public",
    screen: "content/CarbonCredits.mdx",
  },
  iotDelivery: {
    path: "/iot-delivery-tracking",
    title: "Delivery tracking",
    access: "public",
    screen: "content/IotDelivery.mdx",
  },
  blog: {
    path: "/blog",
    title: "Blog for procurement and grants officers",
    access: "public",
    screen: "blog/BlogIndex.tsx",
  },
  article: {
    path: "/blog/:slug",
    title: "Article",
    access: "public",
    screen: "blog/ArticlePage.tsx",
  },
  documentation: {
    path: "/documentation",
    title: "Documentation",
    access: "public",
    screen: "documentation/DocumentationIndex.tsx",
  },
  guide: {
    path: "/documentation/:slug",
    title: "Guide",
    access: "public",
    screen: "documentation/GuidePage.tsx",
  },
} as const satisfies Record<string, Page>;
