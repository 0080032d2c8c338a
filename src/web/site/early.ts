/**
 * Runs in the head of every public page, before the first paint. The bar's account part shows a
 * skeleton until the session was
 * looked up. Words come first: on the first page of a visit our fonts (both, then one change), and
 * on every page the script, are
 * asked for after the first paint. The landing page's lower sections wait for 1000 ms after load
 * unless the address names one of them.
 */
export const earlySite = `(function(){
var e=document.documentElement,d=e.dataset,w=window,f=w.requestAnimationFrame;d.session="loading";d.later="";
try{if(!sessionStorage.getItem("levee.fonts"))d.plain=""}catch(x){}
f(function(){f(function(){setTimeout(function(){
function dress(){delete d.plain;try{sessionStorage.setItem("levee.fonts","1")}catch(x){}}
var q=document.fonts,o=['1em "Public Sans Variable"','500 1em "Source Serif 4"'];
if("plain" in d)Promise.all(o.map(function(x){return q.load(x)})).then(dress,dress);
var s=document.createElement("script");s.type="module";s.src="/assets/site.js";document.head.append(s)})})});
function known(){try{var s=JSON.parse(localStorage.getItem("levee.session"));
return !!(s&&s.access_token&&s.refresh_token)}catch(x){return false}}
function show(){delete d.later}
function named(){if(/^#(features|contact)$/.test(location.hash)){show();return true}}
w.addEventListener("DOMContentLoaded",function(){d.session=known()?"in":"out"});
w.addEventListener("storage",function(){d.session=known()?"in":"out"});
w.addEventListener("hashchange",named);
if(!named())w.addEventListener("load",function(){setTimeout(show,1000)})})();`;
