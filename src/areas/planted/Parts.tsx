export const planted = <dl className="facts" />;
