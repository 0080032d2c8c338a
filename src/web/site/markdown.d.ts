declare module "*.mdx" {
  export default function Page(): import("react").ReactNode;
}

declare module "virtual:guide-index" {
  export const sections: readonly import("./documentation/search.ts").Section[];
}
