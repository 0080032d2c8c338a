import { productName } from "#kernel/page-title.ts";
import { questions } from "./landing/questions.ts";
import { at } from "./origin.ts";

const dollars = (cents: number) => (cents / 100).toFixed(2);

/** A block that the server fills when the page is read, by the name of its place. */
export type LiveBlock = { live: string };

/**
 * The block of the product with what is offered now: `monthly` are the prices of the public offers, in cents a month.
 * Nothing is said of offers where there are none.
 */
export const applicationBlock = (description: string, monthly: readonly number[]): object => ({
  "@context": "https://schema.org",
  "@type": "SoftwareApplication",
  name: productName,
  url: at("/"),
  applicationCategory: "BusinessApplication",
  operatingSystem: "Web browser",
  description,
  license: "https://www.apache.org/licenses/LICENSE-2.0",
  ...(monthly.length > 0 && {
    offers: {
      "@type": "AggregateOffer",
      priceCurrency: "USD",
      lowPrice: dollars(Math.min(...monthly)),
      highPrice: dollars(Math.max(...monthly)),
      offerCount: monthly.length,
      url: at("/pricing"),
    },
  }),
});

/**
 * The landing page's four blocks (SPEC 2.1), that of the product filled when the page is read. No rating: nobody
 * has rated the product. The questions are those that the page answers.
 */
export const structuredData = (description: string): readonly (object | LiveBlock)[] => [
  {
    "@context": "https://schema.org",
    "@type": "Organization",
    "@id": at("/#organization"),
    name: productName,
    url: at("/"),
    logo: at("/icon.svg"),
    description,
  },
  {
    "@context": "https://schema.org",
    "@type": "WebSite",
    "@id": at("/#website"),
    name: productName,
    url: at("/"),
    inLanguage: "en-US",
    publisher: { "@id": at("/#organization") },
  },
  { live: "application" },
  {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  },
];
