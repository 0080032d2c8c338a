/**
 * Runs in the head of every public page, before the first paint. The bar's account part shows a skeleton until the session
 * was looked up; the landing page's lower sections wait for 1000 ms after load unless the address names one of them.
 */
export const earlySite = `(function(){var e=document.documentElement,d=e.dataset,w=window;d.session="loading";d.later="";
function known(){try{var s=JSON.parse(localStorage.getItem("levee.session"));return !!(s&&s.access_token&&s.refresh_token)}catch(x){return false}}
function show(){delete d.later}
function named(){if(/^#(features|contact)$/.test(location.hash)){show();return true}}
w.addEventListener("DOMContentLoaded",function(){d.session=known()?"in":"out"});
w.addEventListener("storage",function(){d.session=known()?"in":"out"});
w.addEventListener("hashchange",named);
if(!named())w.addEventListener("load",function(){setTimeout(show,1000)})})();`;
