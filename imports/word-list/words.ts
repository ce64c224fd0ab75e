import type { ExpenseCategory, IncomeCategory } from '#ledger/model/constants.ts';

// Payees and words by their categories, in plain words: small letters without accents, digits and signs. A word with a
// `*` is the beginning or the end of one. The texts of banks of these countries are meant: AT, AU, BE, BR, CA, CH, CZ,
// DE, DK, ES, FI, FR, GB, HU, IE, IN, IT, NL, NO, NZ, PL, PT, SE, SK, US.

/** Of expenses. */
export const SPENT: Readonly<Partial<Record<ExpenseCategory, string>>> = {
  Groceries: `
    rewe, edeka, aldi, aldi sud, aldi nord, hofer, lidl, netto marken discount, netto marken, netto, penny, penny
    markt, kaufland, norma, tegut, globus, famila, combi markt, marktkauf, real markt, alnatura, denns, bio company,
    basic bio, dm drogerie, dm drogeriemarkt, dm fil, rossmann, muller drogerie, budni, spar, interspar, eurospar,
    billa, billa plus, mpreis, unimarkt, migros, coop, denner, volg, manor food, carrefour, carrefour market,
    carrefour city, leclerc, e leclerc, auchan, intermarche, super u, hyper u, monoprix, franprix, casino
    supermarche, cora, match supermarche, biocoop, picard, grand frais, naturalia, delhaize, colruyt, albert heijn,
    ah to go, jumbo, plus supermarkt, hoogvliet, picnic, ekoplaza, tesco, sainsburys, sainsbury s, asda, morrisons,
    waitrose, ocado, iceland foods, co op food, marks spencer food, m s simply food, budgens, nisa, londis,
    costcutter, supervalu, dunnes, centra, walmart, wal mart, wm supercenter, target grocery, kroger, safeway,
    albertsons, publix, whole foods, wholefds, trader joe s, trader joes, wegmans, costco, costco whse, sam s club,
    samsclub, h e b, heb, meijer, aldi foods, giant eagle, stop shop, hy vee, food lion, ralphs, vons, fred meyer,
    winco, sprouts, sprouts farmers, instacart, loblaws, no frills, metro grocery, sobeys, real canadian,
    superstore, iga, farm boy, longos, woolworths, coles, harris farm, iga xpress, countdown, new world, pak n save,
    mercadona, dia, eroski, consum, alcampo, hipercor, ahorramas, bonpreu, condis, bon area, esselunga, conad, coop
    italia, ipercoop, pam panorama, eurospin, despar, bennet, carrefour express, naturasi, tigros, unes, pingo doce,
    continente, minipreco, biedronka, zabka, lewiatan, dino polska, stokrotka, polo market, billa cz, globus cz,
    penny cz, rohlik, kosik cz, tamda, flop potraviny, potraviny, terno, kraj potravin, kaufland cz, lidl ceska,
    tesco stores, fresh plus, kamen potraviny, ica, ica supermarket, ica nara, coop konsum, hemkop, willys,
    citygross, tempo livs, rema, rema tusen, kiwi, bunnpris, coop extra, coop mega, coop obs, netto dk, fotex,
    bilka, superbrugsen, dagli brugsen, lidl suomi, k market, k supermarket, k citymarket, s market, prisma, alepa,
    bigbasket, big bazaar, dmart, d mart, more supermarket, reliance fresh, reliance smart, spencers, blinkit,
    zepto, jiomart, nature s basket, kirana, kirana store, pao de acucar, extra supermercado, assai, atacadao,
    carrefour bairro, zona sul, hortifruti, supermarket, supermarkt, supermarche, supermercado, supermercados,
    supermercato, supermarketi, grocery, groceries, lebensmittel, drogerie, reformhaus, getrankemarkt, getranke
    hoffmann, backerei, konditorei, metzgerei, fleischerei, boulangerie, boucherie, epicerie, primeur, fromagerie,
    panaderia, carniceria, fruteria, panificio, macelleria, salumeria, bakker, slager, bakery, butcher, greengrocer,
    pekarna, pekarstvi, reznictvi, piekarnia, sklep spozywczy, elelmiszer, pekseg, hentes, spar magyarorszag, auchan
    magyarorszag, cba, coop szolnok, abc bolt, *backerei, *supermarkt, *metzgerei, *fleischerei, hofladen,
    wochenmarkt, farmers market, mercado municipal, albert hypermarket, albert supermarket, albert cesko, albert
    praha, albert brno, albert ostrava, albert plzen, irma dk, dirk van den broek, milk, eggs, bread, butter,
    cheese, vegetables, fruit, fruits, flour, rice, biscuits, wine, milch, brot, eier, gemuse, obst, pain, lait,
    leche, pane, latte fresco, mleko, chleb, chleba, onion, onions, potato, potatoes, tomato, tomatoes, vegetable,
    veggies, banana, bananas, apples, grapes, curd, dahi, paneer, atta, dal, sugar, oil packet, supermart, smart
    point, provisions, bhaji, legumes, verdura, frutta, verduras, groente, brood, zelenina, ovoce, khari packet,
    toast packet, biscuit, biscuit packet, flatbread, chicken, raw chicken, mutton, egg, mosambi, chiku, nariyal,
    coconut, litchi, ginger, garlic, lahsoon, lemon, lemons, masala, sambar masala, baking soda, edible oil, cooking
    oil, honey, pickle, papad, bajari, bajri, gehu, jowar, besan, shengdana, shengdane, khobra, methi, palak,
    bhindi, gobi, mirchi, mirch, carrots, brinjal, lady finger, ladyfinger, cauliflower, cabbage, peas, cucumber,
    half liter, half litre, half kg, pav kg, pav kilo, liter buffalo, buffalo milk, cow milk, khajur, khajoor, dry
    fruits, water jar, water bottle, water bottles, drinking water, distilled water, cereal, oats, pasta, ketchup,
    mayonnaise, spices, detergent, vegetable market, fruit market, butter milk, ghee, maggie, maggi, parle g, mehl,
    kartoffeln, apfel, zwiebeln, farine, sucre, oeufs, legume, huevos, azucar, harina, uova, zucchero, farina, cukr,
    mouka, vejce
  `,
  'Food & Drinks': `
    mcdonalds, mcdonald s, burger king, kfc, subway, starbucks, dunkin, tim hortons, costa coffee, caffe nero, pret
    a manger, pret, greggs, nandos, nando s, wagamama, five guys, shake shack, chipotle, taco bell, wendy s, wendys,
    chick fil a, panera, panera bread, domino s, dominos, pizza hut, papa john s, papa johns, little caesars,
    popeyes, sonic drive in, arby s, in n out, panda express, sweetgreen, jersey mike s, jimmy john s, dairy queen,
    ihop, denny s, waffle house, olive garden, applebee s, cheesecake factory, buffalo wild wings, peet s coffee,
    blue bottle, uber eats, ubereats, doordash, grubhub, deliveroo, just eat, justeat, lieferando, takeaway com,
    thuisbezorgd, wolt, foodora, glovo, foodpanda, bolt food, delivery hero, swiggy, zomato, ifood, rappi,
    damejidlo, pyszne, pyszne pl, nordsee, vapiano, hans im gluck, block house, dean david, backwerk, back factory,
    ditsch, le crobag, kamps, tchibo, einstein kaffee, san francisco coffee, l osteria, losteria, peter pane, eat
    happy, mensa, kantine, cafeteria, canteen, studentenwerk, studierendenwerk, flunch, hippopotamus, buffalo grill,
    paul boulangerie, brioche doree, la mie caline, columbus cafe, telepizza, foster s hollywood, vips, goiko, cien
    montaditos, rodilla, autogrill, roadhouse, old wild west, pizzeria, ristorante, trattoria, osteria, restaurant,
    restaurante, restaurace, restauracja, restaurang, ravintola, etterem, gasthaus, gasthof, wirtshaus, brauhaus,
    brasserie, bistro, bistrot, imbiss, doner, kebab, kebap, doner kebab, sushi, ramen, pizza, pizzerie, burger,
    tapas, taqueria, steakhouse, steak house, grill, diner, cafe, caffe, kaffee, coffee, coffeeshop, espresso,
    eiscafe, gelateria, ice cream, eisdiele, cukrarna, kavarna, hospoda, pivnice, kawiarnia, pub, tavern, taverna,
    cocktailbar, weinbar, wine bar, wetherspoon, j d wetherspoon, brewdog, bierstube, biergarten, kneipe,
    cerveceria, cantina, snack bar, snackbar, lunchroom, eetcafe, frituur, friterie, creperie, max burgers, espresso
    house, joe the juice, wayne s coffee, hesburger, peppes pizza, bageterie boulevard, ugo salaterie, ambiente,
    *restaurant, *pizzeria, *stube, winzer, weingut, vinothek, cellar door, tea stall, chai point, cafe coffee day,
    haldiram, barbeque nation, lunch, dinner, brunch, tea, snacks, snack, breakfast, juice, lunch break, eis,
    mittagessen, abendessen, dejeuner, comida, cena, pranzo, obed, obiad, chai, cutting chai, sugarcane juice,
    lassi, idli, dosa, vada, vada pav, vadapav, pav vada, pav bhaji, poha, upma, chapati, thali, biryani, roti,
    naan, samosa, kachori, panipuri, pani puri, bhel, bhelpuri, misal, dabeli, momos, noodles, shawarma, sandwich,
    sandwiches, egg roll, chips, kulfi, icecream, chocobar, chocolate, dessert, sweets, mithai, ladoo, ladu, supper,
    meal, meals, tiffin, catering, catering service, home food delivery, food delivery, dhaba, beverage, beverages,
    beer, fruhstuck, petit dejeuner, almuerzo, desayuno, vecere, puri, shev puri, ragda puri, shev, srikhand, cake,
    cakes, pastry, brownie, croissant, pedhe, kaju katli, veg puff, frankie, uttapam, paratha, parathe, paneer
    tikka, tikka, kabab, chana chat, soup, popcorn, chaas, pepsi, coke, coca cola, limca, soda, soda water,
    milkshake, softy, cornetto, baskin robbins, naturals, vanilla, vanila, butterscotch, cookies, kurkure, faluda,
    farsan, kulfie, chicken lollypop, chicken roll, shwarma, pavwada, bbq, barbeque, milkybar, waffle, donut,
    donuts, doughnut, pancakes, salad, bagel, burrito, tacos, fries, curry, smoothie, cocktail, kuchen, torte,
    gateau, patisserie, pasticceria, tarta, heladeria, eating out
  `,
  Shopping: `
    amazon, amazon eu, amazon de, amazon com, amazon mktplace, amzn mktp, amzn, amazon marketplace, amazon payments,
    ebay, etsy, aliexpress, alibaba, temu, shein, wish com, zalando, about you, otto gmbh, bonprix, asos, boohoo, h
    m, h and m, hm, zara, mango,
    mouse pad, window cleaner, body mist, after shave, cooktop, gas stove, selfie stick, shoe polish, shaving cream,
    c a, primark, uniqlo, old navy, tj maxx, tjmaxx, marshalls, ross stores, ross
    dress, nordstrom, macy s, kohls, kohl s, jcpenney, target, target com, best buy, bestbuy, home depot, the home
    depot, lowes, lowe s, ikea, hornbach, obi, bauhaus, toom, toom baumarkt, hagebau, hagebaumarkt, globus baumarkt,
    leroy merlin, castorama, brico, bricomarche, karwei, b q, screwfix, wickes, homebase, bunnings, argos, currys,
    john lewis, next retail, tk maxx, marks and spencer, debenhams, matalan, sports direct, jd sports, decathlon,
    intersport, sportscheck, foot locker, nike, adidas, puma, deichmann, snipes, galeria, karstadt, kaufhof,
    breuninger, peek cloppenburg, p c, s oliver, esprit, tk maxx deutschland, action, kik, takko, woolworth, tedi,
    euroshop, nanu nana, butlers, xxxlutz, poco, roller, hoffner, segmuller, mobel, conforama, but magasin, maisons
    du monde, fnac, darty, boulanger, cdiscount, veepee, vinted, la redoute, galeries lafayette, printemps, el corte
    ingles, corte ingles, mediamarkt, media markt, saturn, conrad, cyberport, alternate, notebooksbilliger,
    coolblue, bol com, wehkamp, hema, hema bv, blokker, kruidvat, etos, action nl, bijenkorf, apple store, apple
    online, google store, samsung, alza, alza cz, mall cz, czc cz, datart, electro world, notino, allegro, empik,
    rtv euro agd, x kom, elgiganten, elkjop, power no, jula, clas ohlson, biltema, lindex, kappahl, stadium, xxl,
    verkkokokauppa, gigantti, tokmanni, flipkart, myntra, ajio, nykaa, croma, snapdeal, meesho, tatacliq, magazine
    luiza, magalu, mercado livre, mercadolivre, americanas, shopee, sephora, douglas, yves rocher, the body shop,
    bath body works, ulta, ulta beauty, lush, flaconi, fressnapf, zooplus, petco, petsmart, pets at home, maxi zoo,
    chewy, florist, blumen, fleurop, interflora, friseur, frisor, coiffeur, hairdresser, barber, barbershop,
    peluqueria, parrucchiere, kapper, kadernictvi, fryzjer, nail studio, kosmetik, reinigung, dry clean, laundry,
    schuster, juwelier, jewelers, optik, schuhe, shoes, baumarkt, bekleidung, boutique, fashion, *baumarkt, *mobel,
    playstation hardware, lego, toys r us, smyths toys, smyths, mytoys, babymarkt, vertbaudet, spielwaren, otto
    versand, gap store, depot deko, clothes, haircut, hair cut, kleidung, vetements, ropa, vestiti, obleceni,
    ubrania, slippers, sandals, shirt, shirts, tshirt, jeans, undergarments, clothing, dress, saree, kurta, jacket,
    socks, earphones, headphones, charger, usb cord, shaving, salon, handwash, shampoo, soap, toothpaste, sunscreen,
    purse, handbag, umbrella, mobile cover, phone cover, phone case, laptop repair, shoe repair, watch repair,
    footwear, chappal, trouser, trousers, leggings, sweater, belt, toothbrush, razor, hair oil, perfume, deodorant,
    bedsheet, bedsheets, mattress, wardrobe, sofa, furniture, washing machine, refrigerator, mixer, inverter, water
    purifier, wristwatch, laptop, keyboard, router, pendrive, screwdriver, bulbs, curtains, crockery, utensils,
    cooker, shorts, pyjama, dresses, skirt, underwear, undergarment, sunglasses, backpack, suitcase, toys, toilet
    paper, tissues, sanitizer, hand sanitizer, sanitary napkins, face wash, lipstick, makeup, cosmetics, grooming,
    scratch guard, earbuds, toiletries, dry cleaning, tailor, home decor
  `,
  Travel: `
    db vertrieb, deutsche bahn, db fernverkehr, db bahn, bahn de, flixbus, flixtrain, flix se, bvg, mvg, hvv, vbb,
    rmv, vrr, kvb, vgf, ssb, rheinbahn, wiener linien, oebb, obb, westbahn, sbb, sbb cff ffs, cff, zvv, sncf, sncf
    connect, ouigo, ratp, navigo, eurostar, thalys, trainline, nmbs, sncb, de lijn, stib, ns reizigers, ns groep, ov
    chipkaart, ov pay, gvb, ret rotterdam, htm, renfe, metro de madrid, tmb, emt madrid, alsa, trenitalia, italo,
    italotreno, atac, atm milano, trenord, cp comboios, carris, metro lisboa, tfl, tfl travel, transport for london,
    lner, gwr, avanti west coast, northern rail, scotrail, southern rail, national rail, national express, megabus,
    stagecoach, arriva, first bus, oyster, irish rail, iarnrod eireann, dublin bus, amtrak, mta, mta nyct, metro
    card, bart, caltrain, clipper, wmata, septa, mbta, cta, ventra, nj transit, greyhound, presto, go transit, via
    rail, opal, myki, translink, ceske drahy, cd cz, regiojet, leo express, dpp, pid litacka, dpmb, zssk, pkp
    intercity, pkp, koleje, ztm, mpk, mav, mav start, bkk, volan, sj ab, sl stockholm, vasttrafik, skanetrafiken, vy
    gruppen, ruter, dsb, rejsekort, midttrafik, hsl, vr yhtyma, irctc, indian railways, metro recharge, uber, uber
    trip, uber bv, lyft, bolt, bolt eu, free now, freenow, cabify, ola cabs, rapido, liftago, taxi, taxis, cab,
    blablacar, sixt, europcar, hertz, avis, enterprise rent, budget rent, alamo, turo, share now, miles mobility,
    cambio carsharing, stadtmobil, teilauto, zipcar, nextbike, call a bike, lufthansa, eurowings, ryanair, easyjet,
    wizz air, wizzair, air france, klm, british airways, iberia, vueling, tap air, ita airways, alitalia, swiss
    intl, swiss air, austrian airlines, brussels airlines, norwegian air, finnair, lot polish, czech airlines,
    smartwings, condor, tuifly, tui, emirates, qatar airways, turkish airlines, united airlines, united, delta air,
    delta, american airlines, southwest, southwes, jetblue, alaska air, spirit airlines, air canada, westjet,
    qantas, jetstar, air new zealand, indigo, air india, spicejet, latam, gol linhas, azul linhas, booking com,
    booking, hotels com, expedia, airbnb, agoda, hostelworld, hrs, trivago, vrbo, marriott, hilton, hyatt, ibis,
    accor, novotel, mercure, motel one, premier inn, travelodge, holiday inn, best western, radisson, scandic, b b
    hotels, a o hostel, meininger, jugendherberge, hostel, hotel, hotels, motel, ferienwohnung, camping,
    campingplatz, resort, oyo, makemytrip, yatra, cleartrip, goibibo, shell, aral, esso, jet tankstelle, jet tankst,
    total tankst, totalenergies station, total access, star tankstelle, hem tankstelle, agip, eni station, omv, bp,
    texaco, exxon, exxonmobil, chevron, sunoco, speedway, circle k, seven eleven fuel, wawa, sheetz, racetrac,
    quiktrip, valero, phillips, conoco, citgo, arco, petro canada, ampol, caltex, repsol, cepsa, galp, q tankstelle,
    tamoil, ip petroli, orlen, lotos, benzina, eurooil, slovnaft, preem, okq, uno x, neste, abc asema, teboil, hp
    petrol, hpcl, bharat petroleum, indian oil, iocl, petrobras, posto, ipiranga, tankstelle, petrol station, gas
    station, fuel, gasolinera, station service, carburant, benzin, cerpaci stanice, stacja paliw, tankovani,
    parking, parkhaus, parken, parkplatz, apcoa, contipark, q park, indigo park, ncp, ringgo, paybyphone,
    parkmobile, easypark, parkster, parclick, parcheggio, aparcamiento, stationnement, parkovani, toll, e zpass,
    ezpass, fastrak, autostrade, telepass, autopista, peage, vinci autoroutes, aprr, sanef, asfinag, vignette,
    dalnicni znamka, toll collect, garage, werkstatt, atu, a t u, pit stop, euromaster, vergolst, kwik fit,
    halfords, midas, norauto, feu vert, speedy, jiffy lube, pep boys, autozone, o reilly advance auto, tuv, tuv sud,
    tuv nord, dekra, mot test, adac, aaa membership, the aa, touring club, oamtc, car wash, autowasch, waschstrasse,
    *tankstelle, *parkhaus, *taxi, *hotel, ionity, enbw mobility, tesla supercharger, fastned, chargepoint,
    electrify america, evgo, allego, train, train ticket, bus, bus ticket, metro, tram, flight, flights, petrol,
    diesel, rickshaw, auto rickshaw, bahn, fahrkarte, zugticket, flug, flugticket, billet train, vlak, jizdenka,
    bilet, auto, autorickshaw, share auto, local train, express train, metro ticket, ferry, fastag, air ticket,
    airport, tours and travel, travels, return ticket, platform ticket, within city, to office, to station, bus
    stand, bus stop, terminus, railway station, to airport, bus fare, train fare, taxi fare, auto fare, express
    sleeper, local pass, train pass, bus pass, season ticket, monthly pass, two wheeler, bike servicing, car
    servicing, puncture, tyre, tyres, tire, tires, cycle, toll tax, monatskarte, deutschlandticket, billet de train,
    billete de tren, biglietto treno
  `,
  'Bills & Fees': `
    miete, kaltmiete, warmmiete, monatsmiete, mietzahlung, hausverwaltung, wohnungsbau, vonovia, deutsche wohnen,
    gewobag, degewo, howoge, gag immobilien, nebenkosten, hausgeld, wohngeld, rent, rent payment, monthly rent,
    landlord, property management, apartments, hoa, hoa dues, mortgage, loyer, charges locatives, syndic, foncia,
    nexity, alquiler, arriendo, comunidad propietarios, affitto, condominio, huur, huurbetaling, woningcorporatie,
    ymere, vesteda, vve, najem, najemne, najomne, svj, druzstvo, czynsz, wspolnota mieszkaniowa, spoldzielnia,
    berleti, alberlet, kozos koltseg, hyra, husleie, husleje, vuokra, aluguel, condominio edificio, telekom,
    deutsche telekom, telekom deutschland, vodafone, vodafone gmbh, o telefonica, telefonica germany, telefonica,
    congstar, drillisch, winsim, sim de, klarmobil, freenet, mobilcom, aldi talk, lidl connect, unitymedia, kabel
    deutschland, pyur, tele columbus, netcologne, m net, eins und eins, magenta, a telekom, drei austria, hutchison
    drei, spusu, hot telekom, swisscom, sunrise, salt mobile, upc, orange, orange france, sfr, bouygues telecom,
    free mobile, free telecom, sosh, red by sfr, proximus, telenet, base company, scarlet, kpn, kpn bv, ziggo, t
    mobile, tmobile, odido, ben nl, simyo, movistar, yoigo, masmovil, jazztel, pepephone, lowi, digi mobil, digi,
    tim spa, telecom italia, wind tre, windtre, iliad, fastweb, postemobile, ho mobile, meo, nos comunicacoes, nowo,
    bt group, british telecom, ee limited, three uk, h g, giffgaff, sky digital, sky broadband, virgin media,
    talktalk, plusnet, tesco mobile, lebara, lycamobile, eir, three ireland, verizon, verizon wireless, vzwrlss, at
    t, att, att payment, sprint, us cellular, cricket wireless, metro by t mobile, mint mobile, google fi, xfinity,
    comcast, spectrum, charter comm, cox communications, optimum, frontier comm, centurylink, lumen, rogers, bell
    canada, bell mobility, telus, fido, koodo, freedom mobile, shaw cable, videotron, telstra, optus, tpg telecom,
    aussie broadband, spark nz, one nz, skinny mobile, o czech republic, t mobile czech, vodafone czech, cetin, upc
    ceska, slovak telekom, plus gsm, polkomtel, orange polska, inea, telenor, yettel, telia, telia company, comviq,
    hallon, tre, ice net, altibox, get as, tdc, yousee, oister, dna oyj, elisa oyj, airtel, bharti airtel, jio,
    reliance jio, bsnl, act fibernet, tata sky, tata play, dish tv, vivo, claro, tim brasil, oi fibra, rundfunk,
    rundfunk ard, beitragsservice, ard zdf, gez, serafe, billag, obs haushaltsabgabe, gis gebuhren, tv licence, tv
    licensing, koncesionarske poplatky, sipo, licens, nrk lisens, yle, versicherung, versicherungen, allianz, huk,
    huk coburg, devk, ergo, axa, axa versicherung, generali, zurich versicherung, cosmos direkt, cosmosdirekt,
    signal iduna, gothaer, provinzial, lvm, vhv, r v versicherung, debeka, barmenia, wuba, nurnberger, alte
    leipziger, verti, europa versicherung, hansemerkur, getsafe, friday versicherung, wgv, uniqa, wiener stadtische,
    helvetia, mobiliar, die mobiliar, baloise, css, swica, helsana, sanitas, matmut, maif, macif, maaf, gmf,
    groupama, mma iard, alan assurance, ethias, ag insurance, belfius insurance, kbc verzekeringen, centraal beheer,
    nationale nederlanden, interpolis, unive, ohra, fbto, aegon, mapfre, linea directa, mutua madrilena, santalucia,
    ocaso, unipolsai, unipol, reale mutua, genertel, fidelidade, aviva, direct line, admiral, legal general, lv
    insurance, hastings direct, esure, geico, progressive, state farm, allstate, usaa insurance, liberty mutual,
    farmers ins, nationwide ins, lemonade, metlife, new york life, aflac, intact insurance, desjardins, manulife,
    sun life, nrma, aami, suncorp, allianz australia, ceska pojistovna, generali ceska, kooperativa, cpp pojistovna,
    csob pojistovna, direct pojistovna, pojistovna, pzu, warta, hestia, ergo hestia, alfa biztosito, biztosito, if
    skadeforsakring, folksam, trygg hansa, lansforsakringar, gjensidige, tryg, storebrand, fremtind, alm brand,
    topdanmark, pohjola vakuutus, lahitapiola, lic, lic of india, hdfc ergo, icici lombard, bajaj allianz, star
    health, porto seguro, insurance, assurance, assurances, verzekering, verzekeringen, seguro, seguros,
    assicurazione, assicurazioni, pojisteni, ubezpieczenie, biztositas, forsakring, forsikring, vakuutus, steuer,
    finanzamt, kfz steuer, bundeskasse, stadtkasse, gemeindekasse, hauptzollamt, grundsteuer, tax office, irs, irs
    usataxpymt, hmrc, council tax, impots, dgfip, tresor public, urssaf, agencia tributaria, ayuntamiento, agenzia
    entrate, belastingdienst, gemeente, financni urad, urzad skarbowy, skatteverket, skatteetaten, waste management,
    abfallwirtschaft, mullabfuhr, stadtreinigung, bsr, kontofuhrung, kontofuhrungsgebuhr, entgeltabschluss,
    abschlussentgelt, kartengebuhr, jahresgebuhr, entgelt, gebuhr, gebuhren, bank fee, service fee, monthly fee,
    account fee, maintenance fee, overdraft fee, annual fee, foreign transaction fee, wire fee, atm fee, late fee,
    interest charge, frais bancaires, cotisation carte, agios, comision, comisiones, mantenimiento cuenta,
    commissioni, canone mensile, imposta di bollo, bankkosten, poplatek, poplatky, vedeni uctu, oplata, prowizja,
    szamlavezetesi dij, kartyadij, bankavgift, arsavgift, gebyr, tarifa, tarifa manutencao, sollzinsen, zinsen, rate
    kredit, ratenkredit, darlehen, kreditrate, splatka, hypoteka, rata kredytu, hypothek, paypal ratenzahlung,
    rechtsanwalt, notar, notaire, solicitor, steuerberater, kindergarten, kita, kindertagesstatte, creche, nursery,
    daycare, childcare, guarderia, skolka, zakladni skola, deutsche post, dhl paket, hermes versand, dpd, ups, usps,
    usps po, fedex, royal mail, la poste, correos, poste italiane, postnl, ceska posta, poczta polska, magyar posta,
    postnord, evernote, dropbox, icloud, apple com bill, google one, google storage, microsoft, onedrive, github,
    adobe, canva, notion labs, openai, chatgpt, godaddy, namecheap, ionos, strato, hetzner, ovh, cloudflare, zoom
    us, slack, linkedin, tinder, parship, norton, mcafee, kaspersky, nordvpn, expressvpn, spende, donation, unicef,
    red cross, rotes kreuz, greenpeace, wwf, amnesty, gewerkschaft, mitgliedsbeitrag, membership, *versicherung,
    *versicherungen, *hausverwaltung, cleaning service, maid, gas bill, water bill, zurich insurance, churchill
    insurance, phone bill, mobile recharge, mobile bill, internet bill, internet, mobile service provider, data
    booster, data booster pack, booster pack, freedom pack, recharge, annual recharge, dth recharge, broadband,
    newspaper, mahanagar gas, indane, hp gas, bharat gas, cook, househelp, ironing, society maintenance, bank
    charges, atm charge, income tax, house rent, cable tv, sms charges, gst, card fee, account opening fee, account
    charges, demat account charges, opening fee, plumber, electrician, carpenter, courier, garbage disposal, garbage
    collector, house cleaning, servant, water tanker, hp cylinder, gas cylinder, cylinder, pan card, passport fee,
    visa fee, stamp duty, loan emi, maintenance charges, parking fine, traffic fine, penalty, postage, wifi bill,
    wifi, data pack, sim card, daily limit plan
  `,
  Electricity: `
    strom, stromabschlag, abschlag strom, stadtwerke, stadtwerke munchen, swm, e on, eon, e on energie, vattenfall,
    enbw, rwe, innogy, entega, lichtblick, naturstrom, yello strom, yello, eprimo, ewe, mainova, rheinenergie, n
    ergie, badenova, gasag, polarstern, tibber, octopus energy, ostrom, greenpeace energy, green planet energy,
    montana energie, wien energie, verbund, evn, kelag, energie ag, tiwag, ewz, ckw, bkw, axpo, edf, edf clients,
    engie, totalenergies clients, total direct energie, direct energie, ekwateur, enercoop, luminus, electrabel,
    eneco, essent, vandebron, greenchoice, budget energie, iberdrola, endesa, naturgy, repsol luz, holaluz,
    totalenergies espana, enel energia, enel, servizio elettrico, a a energia, hera comm, iren, acea, edison
    energia, sorgenia, edp, edp comercial, galp energia, british gas, bgas, edf energy, e on next, eon next,
    scottish power, scottishpower, ovo, ovo energy, bulb energy, sse, npower, utilita, thames water, severn trent,
    anglian water, united utilities, electric ireland, bord gais, sse airtricity, irish water, con edison, coned, pg
    e, pge, pacific gas, southern cal edison, sdge, duke energy, dominion energy, fpl, florida power, georgia power,
    alabama power, comed, dte energy, consumers energy, xcel energy, entergy, aep, firstenergy, peco, pseg, national
    grid, eversource, nv energy, aps electric, portland general, puget sound, national fuel, nicor gas, southwest
    gas, hydro one, hydro quebec, bc hydro, toronto hydro, enbridge gas, epcor, agl, agl energy, origin energy,
    energyaustralia, red energy, contact energy, meridian energy, mercury energy, genesis energy, cez, cez prodej,
    prazska energetika, e on ceska, prazska plynarenska, innogy cz, mnd, centropol, bohemia energy, zse, slovenske
    elektrarne, spp, pge obrot, tauron, enea, energa, pgnig, innogy polska, mvm, elmu, emasz, nkm energia, fogaz,
    fovarosi vizmuvek, fortum, vattenfall ab, ellevio, e on sverige, goteborg energi, hafslund, fjordkraft, tibber
    norge, orsted, andel energi, norlys, ewii, helen oy, caruna, vantaan energia, oomi, bses, bses rajdhani, tata
    power, adani electricity, msedcl, mahadiscom, bescom, tneb, tangedco, torrent power, enel sp, cpfl, light
    servicos, cemig, copel, electricity, electricity bill, electric bill, power bill, electricite, electricidad,
    energia eletrica, luce, elektriciteit, elektrina, elektrina zaloha, energie, prad, aramszamla, gazszamla, el
    rakning, stromregning, sahkolasku, wasserwerk, wasserwerke, wasserbetriebe, fernwarme, gas und wasser,
    gasabschlag, water utility, sewer, veolia eau, suez eau, saur, canal isabel, agua, aguas de, vitens, waternet,
    evides, pvk, veolia ceska, vodarna, vodne stocne, wodociagi, *stadtwerke, *energie, *strom, *wasserwerke
  `,
  Healthcare: `
    apotheke, pharmacy, pharmacie, farmacia, apotek, apteekki, lekarna, apteka, patika, gyogyszertar, drogaria,
    drogasil, droga raia, *apotheke, docmorris, shop apotheke, medpex, cvs, cvs pharmacy, walgreens, rite aid, duane
    reade, shoppers drug mart, london drugs, boots, boots the chemist, superdrug, lloyds pharmacy, chemist
    warehouse, priceline pharmacy, dr max, benu, pilulka, super pharm, gemini apteka, apollo pharmacy, medplus,
    pharmeasy, netmeds, tata mg, arzt, arztpraxis, zahnarzt, zahnarztpraxis, hausarzt, praxis dr,
    gemeinschaftspraxis, kieferorthopade, physiotherapie, krankenhaus, klinik, klinikum, universitatsklinikum,
    labor, doctor, dr med, medical, medical center, clinic, hospital, dentist, dental, dental care, orthodontist,
    optometrist, eye care, fielmann, apollo optik, specsavers, vision express, warby parker, mister spex, alain
    afflelou, krys, hans anders, pearle, medecin, cabinet medical, dentiste, kinesitherapeute, hopital, clinique,
    laboratoire, ophtalmologue, medico, dentista, hospital clinico, clinica, quironsalud, sanitas hospital, studio
    medico, studio dentistico, ospedale, huisarts, tandarts, fysiotherapie, ziekenhuis, lekar, zubar, nemocnice,
    poliklinika, stomatologia, przychodnia, szpital, luxmed, medicover, fogorvos, korhaz, rendelo, tandlakare,
    vardcentral, folktandvarden, tannlege, legesenter, tandlaege, hammaslaakari, terveystalo, mehilainen,
    psychotherapie, psychotherapeut, therapist, counseling, heilpraktiker, osteopathie, chiropractor, massage, quest
    diagnostics, labcorp, kaiser permanente, blue cross, bcbs, aetna, cigna, unitedhealthcare, united healthcare,
    humana, oscar health, bupa, axa ppp, vitality health, medibank, tk techniker, techniker krankenkasse, aok,
    barmer, dak, ikk, krankenkasse, krankenversicherung, mutuelle, harmonie mutuelle, mgen, zilveren kruis, menzis,
    cz groep, vgz, zorgverzekering, vzp, vseobecna zdravotni, zdravotni pojistovna, medicine, tierarzt,
    veterinarian, vet clinic, veterinaire, veterinaria, dierenarts, veterinar, *zahnarzt, *klinik, *arztpraxis,
    mcfit, fitx, fitness first, john reed, clever fit, urban sports, urban sports club, kieser training, basic fit,
    neoness, l orange bleue, gymbox, puregym, pure gym, the gym group, david lloyd, virgin active, anytime fitness,
    planet fitness, la fitness, gold s gym, hour fitness, equinox, crossfit, orangetheory, classpass, peloton,
    goodlife fitness, multisport, cult fit, sats, nordic wellness, elixia, fitness, fitnessstudio, gym, gimnasio,
    palestra, yoga, sportverein, kaiser health, medicines, tablets, medikamente, medicament, lek, leky, leki, eye
    drop, eye drops, ointment, syrup, doctors, lab test, blood test, x ray, physiotherapy, chemist, medical store,
    thyroid test, lab tests, painkiller, painkillers, antibiotics, face mask, masks, gloves, surgical gloves,
    strepsils, vicks, cough syrup, tonic, tears drop, meftal spas, inhaler, vaccine, booster dose, root canal,
    spectacles, specs, eyewear, contact lens, contact lenses, glasses advance, glasses payment, vitamins,
    supplements, bandage, band aid, paracetamol, ibuprofen, aspirin, crocin, dolo, cholesterol, dialysis, mri,
    ultrasound, consultation fee, checkup, health checkup, tablet strip
  `,
  Entertainment: `
    netflix, netflix com, disney plus, disneyplus, disney, hbo, hbo max, max com, hulu, paramount plus, peacock,
    apple tv, apple music, itunes, apple com, prime video, amazon prime, amznprime, amazon video, audible, kindle
    svcs, spotify, spotify ab, deezer, tidal, youtube premium, google youtube, youtube, google play, soundcloud,
    twitch, patreon, sky deutschland, sky ticket, wow tv, dazn, rtl, joyn, maxdome, canal plus, ocs, molotov,
    movistar plus, filmin, now tv, britbox, skyshowtime, viaplay, tv play, voyo, oneplay, player pl, hotstar, disney
    hotstar, sonyliv, gaana, jiosaavn, globoplay, crunchyroll, mubi, steam, steam games, steampowered, valve,
    playstation, playstation network, sony playstation, psn, xbox, microsoft xbox, nintendo, epic games, riot games,
    blizzard, battle net, roblox, ubisoft, ea games, electronic arts, gog com, humble bundle, g a, eventim,
    ticketmaster, ticketcorner, fnac spectacles, ticketone, eventbrite, stubhub, live nation, axs, seatgeek, see
    tickets, dice fm, ticketportal, goout, bookmyshow, theater, theatre, teatro, divadlo, konzert, concert,
    concerts, opera, oper, philharmonie, museum, musee, museo, muzeum, zoo, tierpark, aquarium, freizeitpark,
    europapark, phantasialand, disneyland, legoland, six flags, universal studios, bowling, escape room, minigolf,
    trampolin, schwimmbad, freibad, therme, piscine, piscina, swimming pool, aquapark, kletterhalle, boulderhalle,
    climbing, golf, golfclub, tennis, ski, skipass, seilbahn, bergbahnen, disco, nightclub, casino, lotto, lottery,
    tipico, bwin, betfair, sazka, fortuna, tipsport, lotterie, toto, zeitschriften, zeitung, spiegel, spiegel
    verlag, zeit verlag, die zeit, suddeutsche, faz, handelsblatt, taz, new york times, nytimes, washington post,
    wall street journal, wsj, guardian, the guardian, economist, the economist, financial times, le monde, le
    figaro, liberation, mediapart, el pais, el mundo, corriere, la repubblica, volkskrant, nrc media, dennik n,
    gazeta, dagens nyheter, aftenposten, readly, blendle, kindle unlimited, month subscription, amusement park,
    marathon, cricket, football, ott platform, subscription, amusement, planetarium, monument, entry fee, entry
    fees, entry ticket, museum ticket, festival, fireworks, firecracker, firecrackers
  `,
  Movie: `
    kino, cinema, cinemas, cinemaxx, cinestar, uci kinowelt, uci, kinopolis, cineplex, filmpalast, cineplexx, pathe,
    gaumont, ugc, megarama, cgr cinemas, kinepolis, vue, vue cinemas, odeon, cineworld, picturehouse, everyman,
    curzon, amc, amc theatres, regal, regal cinemas, cinemark, alamo drafthouse, fandango, cineplex entertainment,
    landmark cinemas, event cinemas, hoyts, village cinemas, yelmo, yelmo cines, cinesa, kinepolis espana, the space
    cinema, uci cinemas, cinema city, premiere cinemas, cinestar cz, multikino, helios, filmstaden, sf anytime,
    nordisk film, biograf, finnkino, pvr, pvr cinemas, inox, cinepolis, cinemark brasil, cines, multiplex, movies,
    imax, movie tickets, movie ticket, film tickets, multiplex tickets
  `,
  Education: `
    universitat, university, universite, universidad, universita, univerzita, uniwersytet, egyetem, hochschule,
    fachhochschule, college, school, schule, ecole, escuela, colegio, scuola, skola, szkola, iskola, studiengebuhr,
    semesterbeitrag, semestergebuhr, studentenwerk beitrag, tuition, tuition fee, school fees, volkshochschule, vhs,
    musikschule, music school, sprachschule, language school, goethe institut, berlitz, nachhilfe, tutor, tutoring,
    kumon, fahrschule, driving school, auto ecole, autoescuela, autoscuola, rijschool, autoskola, udemy, coursera,
    edx, skillshare, pluralsight, masterclass, khan academy, duolingo, babbel, busuu, codecademy, datacamp, linkedin
    learning, byju, byjus, unacademy, vedantu, edtech, thalia, hugendubel, osiander, mayersche, weltbild,
    buchhandlung, bookstore, books, bookshop, waterstones, barnes noble, wh smith, whsmith, blackwell, foyles,
    dymocks, indigo books, chapters, gibert, gibert joseph, furet du nord, decitre, librairie, libreria,
    feltrinelli, mondadori, casa del libro, livraria, fnac livres, boekhandel, bruna, knihy, luxor, knihkupectvi,
    martinus, ksiegarnia, akademibokhandeln, adlibris, bokus, ark bokhandel, akateeminen, antiquariat, medimops,
    momox, rebuy, library, bibliothek, stadtbibliothek, chegg, pearson, mcgraw hill, cambridge university, oxford
    university, student loan, navient, nelnet, great lakes, bafog, *schule, *buchhandlung, xerox, print outs,
    printouts, photocopy, stationery, stationary, notebook, notebooks, exam fee, course fee, pens, gel pen, gel
    pens, pencil, pencils, print out, school supplies, exam form, exam fees, online course, workshop, seminar,
    coaching, edtech course
  `,
  Office: `
    staples, office depot, officemax, viking, mcpaper, papeterie, bureau vallee, office discount, papierwaren,
    schreibwaren, burobedarf, paperchase, ryman, officeworks, papelaria, papeleria, cartoleria, kantoorartikelen,
    papirnictvi, papiernicze, copyshop, copy shop, fedex office, ups store, kinko s, vistaprint, druckerei, wework,
    envelope, envelopes, regus, mindspace, coworking
  `,
};

/** Of incomes. */
export const EARNED: Readonly<Partial<Record<IncomeCategory, string>>> = {
  Salary: `
    gehalt, lohn, lohn gehalt, gehalt lohn, gehaltszahlung, bezuge, besoldung, lohnzahlung, entgelt, salary,
    salaries, payroll, wages, wage, direct dep, direct deposit, payroll dir dep, paycheck, gusto, adp, adp payroll,
    paychex, salaire, salaires, paie, virement salaire, traitement, nomina, sueldo, salario, stipendio, emolumenti,
    accredito stipendio, loon, salaris, salarisbetaling, mzda, vyplata, vyplata mzdy, plat, wynagrodzenie, pensja,
    munkaber, fizetes, lon, lonn, loen, palkka, ordenado, vencimento, rente, rentenversicherung, deutsche
    rentenversicherung, pension, pensione, pensioen, duchod, emerytura, nyugdij, retraite, social security, ssa
    treas, dwp, workplace, from workplace, monthly pay, stipend
  `,
  Gifts: 'geschenk, gift, cadeau, regalo, darek, prezent, gave, lahja',
  'Extra Income': `
    zinsen, habenzinsen, zinsgutschrift, interest, interest paid, interest payment, interets, intereses, interessi,
    rente op, uroky, odsetki, kamat, dividende, dividend, dividends, dividendes, cashback, cash back, reward,
    rewards, bonus, pramie, kindergeld, familienkasse, elterngeld, elternzeit, child benefit, caf, allocations
    familiales, kinderbijslag, familienbeihilfe, wohngeld, arbeitslosengeld, bundesagentur, pole emploi, france
    travail, unemployment, tax refund, irs treas, steuererstattung, erstattung finanzamt, hmrc refund, vinted, ebay
    verkauf, kleinanzeigen, flohmarkt, airbnb payments, miete eingang, stocks, shares, share dividend, scrap, refund
    of tax, savings interest, fd matured, fd interest
  `,
};
