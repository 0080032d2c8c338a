declare module "*.mdx" {
  export default function Page(): import("react").ReactNode;
}
