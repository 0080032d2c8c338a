import { lowestPrice, highestPrice } from "#areas/billing/billing.public.ts";
import { productName } from "#kernel/page-title.ts";
import { questions } from "./landing/questions.ts";
import { at } from "./origin.ts";

const dollars = (cents: number) => (cents / 100).toFixed(2);

/**
 * The landing page's four blocks (SPEC 2.1). No rating: nobody has rated the product. The questions
 * are those that the page answers.
 */
export const structuredData = (description: string): readonly object[] => [
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
  {
    "@context": "https://schema.org",
    "@type": "SoftwareApplication",
    name: productName,
    url: at("/"),
    applicationCategory: "BusinessApplication",
    operatingSystem: "Web browser",
    description,
    license: "https://www.apache.org/licenses/LICENSE-2.0",
    offers: {
      "@type": "AggregateOffer",
      priceCurrency: "USD",
      lowPrice: dollars(lowestPrice),
      highPrice: dollars(highestPrice),
      offerCount: 3,
      url: at("/pricing"),
    },
  },
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
