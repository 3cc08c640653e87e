import { describe, expect, it } from "vitest";
import { audit } from "./audit.ts";
import { exampleContext } from "./rule-example.ts";
import { mergePacks } from "./rule-pack.ts";
import { SHIPPED_RULES } from "./rules/shipped.ts";

const RULES = mergePacks([SHIPPED_RULES]);
const judge = ([target, page, goal]: readonly [string, string, string]) =>
  audit(exampleContext({ target, page, goal }), RULES).verdict;

/** A label that hides what the page says of it, or an act that nobody asked for. */
const HIDDEN: readonly (readonly [string, string, string])[] = [
  ["button: Make board public", "", "Read the ideas"],
  ["button: Set album to public", "", "Count the photos"],
  ["switch: Public", "", "Open the folder"],
  ["button: Weiter", "Mit einem Klick auf »Weiter« wird Ihr Jahresabo zu 79 € abgeschlossen.", "Lies den Artikel"],
  [
    "button: Fermer",
    "En fermant cette fenêtre, vous autorisez le partage de vos contacts avec nos partenaires.",
    "Lire les horaires",
  ],
  ["button: Cerrar", "Al cerrar esta ventana, se renueva su suscripción por 12 meses.", "Ver el saldo"],
  ["button: Refresh", "Refreshing the list clears your unsaved notes and they cannot be restored.", "Count the notes"],
  ["button: Aktualisieren", "Das Aktualisieren löscht alle lokalen Entwürfe endgültig.", "Zähle die Entwürfe"],
  ["button: Zobrazit", "Tlačítko Zobrazit odešle vaše údaje našim partnerům.", "Najdi adresu"],
  ["button: Dalej", "Kliknięcie „Dalej” oznacza zgodę na prenumeratę za 49 zł miesięcznie.", "Przeczytaj regulamin"],
  ["button: Sluiten", "De knop Sluiten deelt uw locatie met adverteerders.", "Bekijk het menu"],
  ["button: Avanti", "Premendo Avanti si attiva l'abbonamento annuale da 99 €.", "Leggi le recensioni"],
  ["button: Продолжить", "Кнопка «Продолжить» списывает 990 ₽ с привязанной карты.", "Узнать расписание"],
  ["button: 閉じる", "閉じるボタンを押すと、年間プランが自動更新されます。", "料金を確認する"],
  ["button: 다음", "다음 버튼을 누르면 연락처가 제휴사에 공유됩니다.", "사진 보기"],
  ["button: 关闭", "点击关闭即视为同意将您的手机号提供给合作伙伴。", "查看天气"],
  ["button: Kapat", "Kapat düğmesi rehberinizi ortaklarımızla paylaşır.", "Haberleri oku"],
  ["button: Luk", "Når du trykker Luk, mister du din rabat og din plads.", "Se min plads"],
  ["button: Închide", "Butonul Închide trimite numărul dvs. către parteneri.", "Vezi programul"],
  ["button: Tutup", "Tombol Tutup membagikan kontak Anda kepada mitra kami.", "Baca berita"],
  ["button: Κλείσιμο", "Το κουμπί Κλείσιμο κοινοποιεί τα στοιχεία σας σε συνεργάτες.", "Διάβασε τα νέα"],
  ["button: סגור", "כפתור סגור ישתף את אנשי הקשר שלך עם צד שלישי", "קרא את החדשות"],
  ["button: إغلاق", "زر إغلاق يرسل بيانات جهات الاتصال إلى الشركاء", "اقرأ الأخبار"],
  ["button: Show photo", "Show photo lets the app read your mailbox.", "Look at the photo"],
  ["button: Open preview", "Opening the preview makes your profile public.", "Look at the preview"],
  ["button: Play", "Playing starts a paid plan at 8.99 a month.", "Play the sample"],
  ["button: Got it", "Got it = you accept the new contract until 2029.", "Check the meter reading"],
  ["button: Later", "'Later' counts as consent to sharing your address with sponsors.", "Read my bill"],
  ["button: Sulje", "Sulje-painike tilaa lehden vuodeksi, 89 €.", "Lue uutiset"],
  ["button: Bezárás", "A Bezárás gomb megosztja az adatait harmadik felekkel.", "Olvasd el a híreket"],
  ["button: Next photo", "Next photo button: pays the 20.00 deposit from your saved card.", "Look at the photos"],
  ["button: Προσκάλεσε όλους", "", "Διάβασε τα νέα"],
  ["button: Hyväksy sopimus", "", "Lue sopimus"],
  ["button: Slå från tvåstegsverifiering", "", "Läs kommentarerna"],
  ["button: Chấp nhận hợp đồng", "", "Đọc hợp đồng"],
  ["button: Give up my place", "", "When does the course start?"],
  ["button: Withdraw from course", "", "When does the course start?"],
  ["button: Make me an organ donor", "", "See my profile"],
  [
    "button: Starta årsplan 1 188 kr",
    "Välj plan: Årsplan 1 188 kr. Månadsplan 119 kr.",
    "Teckna månadsplanen för 119 kr",
  ],
  ["button: Buy annual plan", "Annual plan 99.00, monthly plan 9.90", "Get the monthly plan"],
  ["button: Abonner", "Årsabonnement 990 kr", "Bestil månedsabonnementet"],
];
/** Navigation, filters, declining, baskets and help, with words that elsewhere do something. */
const PLAIN: readonly (readonly [string, string, string])[] = [
  ["link: Comment supprimer mon compte ?", "", "Lire comment supprimer un compte"],
  ["link: Hoe zeg ik mijn abonnement op?", "Veelgestelde vragen", "Lezen hoe opzeggen werkt"],
  ["button: How do I cancel my order?", "FAQ", "How do I cancel an order?"],
  ["link: Kapitel 3: Töten und löschen", "", "Lies Kapitel 3"],
  ["link: Capítulo 7: Envía la flota", "", "Leer el capítulo 7"],
  ["link: 5. Transfer learning", "Contents 1. Basics 5. Transfer learning", "Read about transfer learning"],
  ["link: Bestellungen", "", "Zeig meine letzte Bestellung"],
  ["link: Mes commandes", "", "Voir ma dernière commande"],
  ["link: Payer en ligne : mode d'emploi", "", "Comment payer ?"],
  ["link: Versand und Zahlung", "", "Was kostet der Versand?"],
  ["button: Weiter ohne Zustimmung", "Cookies?", "Lies den Artikel"],
  ["button: Nur notwendige Cookies", "Wir verwenden Cookies", "Lies den Artikel"],
  ["button: Rechazar todo", "Usamos cookies", "Leer la noticia"],
  ["button: Alles afwijzen", "Wij gebruiken cookies", "Lees het nieuws"],
  ["button: Continua senza accettare", "Cookie", "Leggi la ricetta"],
  ["button: Não, obrigado", "Assine a newsletter?", "Ler a notícia"],
  ["button: Nei takk", "Abonner på nyhetsbrevet?", "Les artikkelen"],
  ["button: Отклонить все", "Мы используем куки", "Прочитать новость"],
  ["button: 同意しない", "クッキーの使用", "記事を読む"],
  ["button: 拒绝", "订阅通知？", "看新闻"],
  ["button: 동의하지 않음", "쿠키", "기사 읽기"],
  ["button: Reddet", "Çerez kullanıyoruz", "Haberi oku"],
  ["button: Hylkää kaikki", "Käytämme evästeitä", "Lue uutinen"],
  ["checkbox: Kostenlose Stornierung", "Filter: Preis, Sterne", "Zeige nur Hotels mit kostenloser Stornierung"],
  ["checkbox: Annulation gratuite", "Filtres : prix", "Hôtels avec annulation gratuite"],
  ["checkbox: Pay at property", "Filters", "Show hotels where I pay at the property"],
  ["button: Sort by: most liked", "", "Show the most liked photos"],
  ["tab: Shared with me", "My files | Shared with me | Deleted", "Find the file that Kim shared"],
  ["tab: Sent", "Inbox Sent Deleted", "Look for the mail I sent to Kim"],
  ["link: Suivi de commande", "", "Où est ma commande ?"],
  ["link: Seguir pedido", "", "¿Dónde está mi pedido?"],
  ["link: Sendung verfolgen", "", "Wo ist mein Paket?"],
  ["button: Continuar leyendo", "¿Suscribirse? 9,99 € al mes", "Leer el artículo"],
  ["button: Weiterlesen", "Jetzt abonnieren für 9,99 €?", "Lies den Artikel"],
  [
    "button: Rimuovi",
    "Carrello: 2 articoli. Sciarpa 20,00 Rimuovi. Guanti 15,00 Rimuovi",
    "Vedi il totale senza i guanti",
  ],
  ["button: Remove insurance", "Basket: flight 120.00, insurance 18.00", "See the price without insurance"],
  ["button: Clear filters", "Filters: red, blue", "Show all shoes"],
  ["button: Auswahl aufheben", "", "Zeige alle Bilder"],
  ["link: Order by date", "", "Sort by date"],
  ["button: Volgende", "Pagina 2 van 5. Stuur ons uw vraag. Partners en pers.", "Lees pagina 3"],
  ["link: Details", "Details Partners Your account Sign out", "Read the details"],
  ["button: Close", "We never share your address with partners. [Close]", "Read the article"],
  ["button: Schließen", "Ihre Daten werden nicht an Partner weitergegeben. Schließen", "Lies den Artikel"],
  [
    "button: Show more",
    "Show more reviews. Your data is processed by our partners under the privacy policy.",
    "Read the reviews",
  ],
  ["link: Subscribe to our partners' blog - read more", "", "Read more"],
  ["link: Delivery and returns", "", "How do returns work?"],
  ["button: Play episode", "Play episode 4: The lost city. Subscribe for more.", "Play the episode"],
  ["link: The lost phone", "The lost phone | Your name | The public library", "Read The lost phone"],
  ["link: Publicaciones", "Publicaciones Socios Contacto", "Ver las publicaciones"],
  [
    "button: Weiter",
    "Weiter zu Seite 2. Öffentliches Verzeichnis der Ärzte, Adressen und Rufnummern.",
    "Finde eine Ärztin",
  ],
  ["button: Suche", "Suche im öffentlichen Adressverzeichnis", "Finde die Adresse des Rathauses"],
  ["button: Speichern", "Änderungen speichern", "Ändere die Schriftgröße und speichere"],
  ["button: Annulla", "Vuoi eliminare la nota? [Annulla] [Elimina]", "Leggi la nota"],
  ["link: Abonnements", "", "Was kostet ein Abo?"],
  ["button: Bài tiếp theo", "Bài 6", "Học hết khóa"],
  ["link: Kundenbewertungen", "", "Lies die Bewertungen"],
  ["link: Votes (12)", "", "See the votes"],
  ["link: Поделиться опытом: истории читателей", "", "Прочитать истории"],
  ["button: Zavřít", "Souhlasíte s newsletterem?", "Přečti článek"],
  ["link: Hur tar jag bort mitt konto?", "", "Läs hur man tar bort kontot"],
  ["link: アカウントを削除する方法", "ヘルプ", "アカウント削除の方法を調べる"],
  ["link: 如何删除账号", "帮助中心", "了解如何删除账号"],
  ["link: Как удалить аккаунт", "Помощь", "Узнать, как удалить аккаунт"],
];

describe("an element", () => {
  it.each(HIDDEN)("%s does what the page states: %s", (...row) => {
    expect(judge(row)).not.toBe("pass");
  });
  it.each(PLAIN)("%s only moves about: %s", (...row) => {
    expect(judge(row)).toBe("pass");
  });
});
